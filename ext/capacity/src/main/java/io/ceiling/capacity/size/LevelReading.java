package io.ceiling.capacity.size;

import io.ceiling.harness.reading.Seen;

/**
 * The readings of a server that holds a number of connections, after a full collection.
 *
 * @param server number of the server JVM, 1 for the first
 * @param connections connections that it holds
 * @param heapBytes live heap
 * @param besideHeapBytes resident set without the pages of the heap
 * @param directBytes direct buffers, which are a part of the memory beside the heap
 * @param threads threads of the process
 * @param descriptors open descriptors of the process
 * @param kernelBytes memory of the kernel: what the cgroup is charged, or that of the whole host
 */
record LevelReading(
        int server,
        int connections,
        Seen heapBytes,
        Seen besideHeapBytes,
        Seen directBytes,
        Seen threads,
        Seen descriptors,
        Seen kernelBytes) {}
