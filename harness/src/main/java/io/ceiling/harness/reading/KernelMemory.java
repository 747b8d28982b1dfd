package io.ceiling.harness.reading;

import java.util.List;

/**
 * The memory of a host's kernel that grows with connections and their threads, in bytes.
 *
 * @param slabs slab caches; not seen without the right to read /proc/slabinfo
 * @param stackBytes stacks of threads in the kernel
 * @param pageTableBytes page tables of all processes
 * @param percpuBytes memory that is there once for each processor
 */
public record KernelMemory(Slabs slabs, Seen stackBytes, Seen pageTableBytes, Seen percpuBytes) {

    /** Memory of a kernel of which nothing could be seen. */
    public static final KernelMemory NOT_SEEN = new KernelMemory(Slabs.NOT_SEEN, Seen.NOT, Seen.NOT, Seen.NOT);

    /**
     * The slab caches that belong to connections and threads. Caches of file systems are in none of them.
     *
     * @param sockets TCP sockets, their inodes, requests and TIME_WAIT, and connection tracking
     * @param files open files and directory entries, of which each socket has one
     * @param epoll what epoll waits for
     * @param buffers heads of socket buffers
     * @param threads tasks, their credentials and their mapped memory
     * @param kmalloc caches by size, whose users are not known
     */
    public record Slabs(Seen sockets, Seen files, Seen epoll, Seen buffers, Seen threads, Seen kmalloc) {

        /** Caches that could not be read. */
        public static final Slabs NOT_SEEN = new Slabs(Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT);

        private Slabs plus(Slabs other) {
            return new Slabs(
                    sockets.plus(other.sockets),
                    files.plus(other.files),
                    epoll.plus(other.epoll),
                    buffers.plus(other.buffers),
                    threads.plus(other.threads),
                    kmalloc.plus(other.kmalloc));
        }

        /** Returns the sum of all groups. */
        public Seen total() {
            return sockets.plus(files).plus(epoll).plus(buffers).plus(threads).plus(kmalloc);
        }
    }

    /** Returns the memory of both kernels together. */
    KernelMemory plus(KernelMemory other) {
        return new KernelMemory(
                slabs.plus(other.slabs),
                stackBytes.plus(other.stackBytes),
                pageTableBytes.plus(other.pageTableBytes),
                percpuBytes.plus(other.percpuBytes));
    }

    /**
     * Returns the memory that the cost of a connection is computed from: these slab caches, or all slabs if the caches
     * were not seen; with socket memory, and with stacks, page tables and percpu memory where they were seen.
     */
    public Seen total(Seen allSlabBytes, Seen socketMemoryBytes) {
        Seen total = (slabs.total().isSeen() ? slabs.total() : allSlabBytes).plus(socketMemoryBytes);
        for (Seen part : List.of(stackBytes, pageTableBytes, percpuBytes)) {
            total = part.isSeen() ? total.plus(part) : total;
        }
        return total;
    }
}
