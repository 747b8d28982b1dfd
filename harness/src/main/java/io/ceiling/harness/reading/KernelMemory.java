package io.ceiling.harness.reading;

import io.ceiling.harness.rows.Figure;
import io.ceiling.harness.rows.RecordSchema;
import java.util.List;

/**
 * The memory of a host's kernel that grows with connections and their threads, in bytes.
 *
 * @param slabs slab caches; not seen without the right to read /proc/slabinfo
 */
public record KernelMemory(
        Slabs slabs,
        @Figure(value = "stacks of threads in the kernel, 16 KiB each", column = "kernel_stack_bytes")
                Observation stackBytes,
        @Figure(value = "page tables of all processes", column = "page_table_bytes") Observation pageTableBytes,
        @Figure("memory that is there once for each processor") Observation percpuBytes) {

    /** Memory of a kernel of which nothing could be seen. */
    public static final KernelMemory NOT_SEEN = RecordSchema.notSeen(KernelMemory.class);

    /** The slab caches that belong to connections and threads. */
    public record Slabs(
            @Figure(
                            value =
                                    "slab caches of TCP sockets, their inodes and requests, and of connection tracking."
                                            + " Slab caches are empty if the harness may not read /proc/slabinfo (it needs root)",
                            column = "slab_sockets_bytes")
                    Observation sockets,
            @Figure(
                            value = "slab caches of open files and directory entries, of which each socket has one",
                            column = "slab_files_bytes")
                    Observation files,
            @Figure(value = "slab caches of epoll", column = "slab_epoll_bytes") Observation epoll,
            @Figure(value = "slab caches of heads of socket buffers", column = "slab_buffers_bytes")
                    Observation buffers,
            @Figure(value = "slab caches of threads: tasks, credentials, mapped memory", column = "slab_threads_bytes")
                    Observation threads,
            @Figure(
                            value =
                                    "other: slab caches by size (kmalloc), whose users are not known. Caches of file systems are in"
                                            + " no group",
                            column = "slab_kmalloc_bytes")
                    Observation kmalloc) {

        /** Caches that could not be read. */
        public static final Slabs NOT_SEEN = RecordSchema.notSeen(Slabs.class);

        /** Returns the sum of all groups. */
        public Observation total() {
            return sockets.plus(files).plus(epoll).plus(buffers).plus(threads).plus(kmalloc);
        }
    }

    /**
     * Returns the memory that the cost of a connection is computed from: these slab caches, or all slabs if the caches
     * were not seen; with socket memory, and with stacks, page tables and percpu memory where they were seen.
     */
    public Observation total(Observation allSlabBytes, Observation socketMemoryBytes) {
        Observation total = (slabs.total().isSeen() ? slabs.total() : allSlabBytes).plus(socketMemoryBytes);
        for (Observation part : List.of(stackBytes, pageTableBytes, percpuBytes)) {
            total = part.isSeen() ? total.plus(part) : total;
        }
        return total;
    }
}
