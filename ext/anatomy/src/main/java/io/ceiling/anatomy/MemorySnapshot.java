package io.ceiling.anatomy;

import io.ceiling.harness.observe.SlabCaches;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import java.util.Optional;

/**
 * A server's memory while it held a number of connections, after a full collection.
 *
 * @param connections connections that were held
 * @param sample readings of server and host
 * @param histogram its heap by class; empty if it could not be read
 * @param held its heap by holding field; empty if no heap dump was taken at this number
 * @param nativeMemory its memory outside the heap; empty if the JVM does not track it
 * @param slabs slab caches of its host
 * @param pageTableBytes page tables of its process, in bytes
 */
record MemorySnapshot(
        int connections,
        Sample sample,
        Optional<ClassHistogram> histogram,
        Optional<HeldObjects> held,
        Optional<NativeMemory> nativeMemory,
        SlabCaches slabs,
        Observation pageTableBytes) {

    public MemorySnapshot with(Optional<HeldObjects> dumped) {
        return new MemorySnapshot(connections, sample, histogram, dumped, nativeMemory, slabs, pageTableBytes);
    }
}
