package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.Observation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sums up the slab caches of /proc/slabinfo by owner. Pure functions.
 *
 * <p>It counts whole slabs, the memory that the host loses. It leaves out sockets in TIME_WAIT, whose connections
 * have ended. A kernel may merge caches of one size; they are counted under the name that it shows.
 */
public final class SlabInfo {

    private static final String HEADER = "slabinfo - version: 2.";
    private static final int OBJECTS = 1;
    private static final int BYTES_OF_EACH = 3;
    private static final int PAGES_PER_SLAB = 5;
    private static final int SLABS = 14;

    private enum SlabGroup {
        SOCKETS,
        FILES,
        EPOLL,
        BUFFERS,
        THREADS,
        KMALLOC,
        NONE
    }

    private static final Set<String> SOCKETS = Set.of(
            "TCP",
            "TCPv6",
            "sock_inode_cache",
            "request_sock_TCP",
            "request_sock_TCPv6",
            "tcp_bind_bucket",
            "tcp_bind2_bucket",
            "inet_peer_cache",
            "nf_conntrack");
    private static final Set<String> FILES = Set.of("filp", "dentry", "lsm_file_cache");
    private static final Set<String> THREADS = Set.of(
            "task_struct",
            "task_delay_info",
            "pid",
            "cred",
            "cred_jar",
            "signal_cache",
            "sighand_cache",
            "files_cache",
            "fs_cache",
            "mm_struct",
            "vm_area_struct",
            "maple_node",
            "anon_vma",
            "anon_vma_chain",
            "vmap_area");

    private SlabInfo() {}

    /**
     * Returns the memory of the groups; not seen if these are not the lines of a slabinfo of version 2. Other lines
     * than those of caches are ignored.
     */
    public static KernelMemory.Slabs parse(List<String> lines, long pageBytes) {
        if (lines.isEmpty() || !lines.get(0).startsWith(HEADER)) {
            return KernelMemory.Slabs.NOT_SEEN;
        }
        Map<SlabGroup, Long> bytes = new EnumMap<>(SlabGroup.class);
        List<Cache> all = all(lines, pageBytes);
        all.forEach(cache -> bytes.merge(group(cache.name()), cache.use().bytes(), Long::sum));
        return !all.isEmpty()
                ? new KernelMemory.Slabs(
                        of(bytes, SlabGroup.SOCKETS),
                        of(bytes, SlabGroup.FILES),
                        of(bytes, SlabGroup.EPOLL),
                        of(bytes, SlabGroup.BUFFERS),
                        of(bytes, SlabGroup.THREADS),
                        of(bytes, SlabGroup.KMALLOC))
                : KernelMemory.Slabs.NOT_SEEN;
    }

    /**
     * Returns the caches that belong to connections and threads, one by one; none if these are not the lines of a
     * slabinfo of version 2.
     */
    public static SlabCaches caches(List<String> lines, long pageBytes) {
        if (lines.isEmpty() || !lines.get(0).startsWith(HEADER)) {
            return SlabCaches.NOT_SEEN;
        }
        return new SlabCaches(all(lines, pageBytes).stream()
                .filter(cache -> group(cache.name()) != SlabGroup.NONE)
                .collect(Collectors.toMap(Cache::name, Cache::use, (first, second) -> first)));
    }

    private record Cache(String name, SlabCaches.CacheUse use) {}

    private static List<Cache> all(List<String> lines, long pageBytes) {
        List<Cache> all = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] words = ProcFiles.words(line);
            if (words.length <= SLABS || words[0].startsWith("#")) {
                continue;
            }
            long pages = ProcFiles.number(words[PAGES_PER_SLAB]);
            long slabs = ProcFiles.number(words[SLABS]);
            if (pages >= 0 && slabs >= 0) {
                all.add(new Cache(
                        words[0],
                        new SlabCaches.CacheUse(
                                Math.max(0, ProcFiles.number(words[OBJECTS])),
                                pages * slabs * pageBytes,
                                Math.max(0, ProcFiles.number(words[BYTES_OF_EACH])))));
            }
        }
        return all;
    }

    private static Observation of(Map<SlabGroup, Long> bytes, SlabGroup group) {
        return Observation.of(bytes.getOrDefault(group, 0L));
    }

    private static SlabGroup group(String cache) {
        if (SOCKETS.contains(cache)) {
            return SlabGroup.SOCKETS;
        }
        if (FILES.contains(cache)) {
            return SlabGroup.FILES;
        }
        if (cache.startsWith("eventpoll_") || cache.equals("ep_head")) {
            return SlabGroup.EPOLL;
        }
        if (cache.startsWith("skbuff_")) {
            return SlabGroup.BUFFERS;
        }
        if (THREADS.contains(cache)) {
            return SlabGroup.THREADS;
        }
        return cache.startsWith("kmalloc-") || cache.startsWith("dma-kmalloc-") ? SlabGroup.KMALLOC : SlabGroup.NONE;
    }
}
