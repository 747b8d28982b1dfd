package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The memory of this host by owner: servers, load agents, this process, other processes, and the kernel.
 *
 * <p>A page belongs to one of them: of a process its anonymous and shared pages count, in proportion to those that share
 * them, since pages of files are cache, which the kernel counts as available. Reading it walks through the pages of all
 * children, a millisecond for each. Thread-safe.
 */
public final class MemoryShares {

    private static final long MEBIBYTE = 1L << 20;

    // Main class of a load agent, by which it is known among the children of this process.
    private static final String LOAD_AGENT = "io.ceiling.load.AgentMain";

    // Largest plausible difference between two consecutive readings of available memory.
    private static final long TOLERANCE_BYTES = 256 * MEBIBYTE;

    private final Path proc;

    public MemoryShares() {
        this(Path.of("/proc"));
    }

    MemoryShares(Path proc) {
        this.proc = proc;
    }

    /**
     * Returns a sentence with the shares; servers and load agents are the processes that this one has started.
     *
     * @param availableBytes memory that was found available; if the host has more, a cgroup is full, and the shares
     *     of the host would not explain that
     * @return empty if there is no sum
     */
    public Optional<String> sentence(long availableBytes) {
        ProcessHandle self = ProcessHandle.current();
        try (Stream<ProcessHandle> children = self.descendants()) {
            return sentence(
                    availableBytes, self.pid(), children.map(ProcessHandle::pid).toList());
        }
    }

    Optional<String> sentence(long availableBytes, long self, List<Long> children) {
        List<String> memory = ProcFiles.lines(proc.resolve("meminfo"));
        long total = ProcFiles.value(memory, "MemTotal");
        long available = ProcFiles.value(memory, "MemAvailable");
        if (total < 0 || available < 0 || available - availableBytes > TOLERANCE_BYTES) {
            return Optional.empty();
        }
        long servers = 0;
        long agents = 0;
        long serverBytes = 0;
        long agentBytes = 0;
        for (long child : children) {
            long bytes = processBytes(child);
            if (ProcFiles.firstLine(proc.resolve(Long.toString(child)).resolve("cmdline"))
                    .contains(LOAD_AGENT)) {
                agents++;
                agentBytes += bytes;
            } else {
                servers++;
                serverBytes += bytes;
            }
        }
        long own = processBytes(self);
        long others = seen(memory, "AnonPages") + seen(memory, "Shmem") - serverBytes - agentBytes - own;
        long objects = seen(memory, "SUnreclaim") + seen(memory, "Percpu");
        long tables = seen(memory, "PageTables");
        long stacks = seen(memory, "KernelStack");
        List<String> shares = new ArrayList<>();
        shares.add("%d server processes have %d".formatted(servers, serverBytes / MEBIBYTE));
        shares.add("%d load agents %d".formatted(agents, agentBytes / MEBIBYTE));
        shares.add("ceiling %d".formatted(own / MEBIBYTE));
        shares.add("other processes %d".formatted(Math.max(0, others) / MEBIBYTE));
        shares.add("objects of the kernel, sockets among them, %d".formatted(objects / MEBIBYTE));
        shares.add("page tables %d".formatted(tables / MEBIBYTE));
        shares.add("the kernel's stacks of threads %d".formatted(stacks / MEBIBYTE));
        long rest =
                total - available - serverBytes - agentBytes - own - Math.max(0, others) - objects - tables - stacks;
        return Optional.of("of its %d MiB %s, and %d belong to none of these, such as pages of socket buffers"
                .formatted(total / MEBIBYTE, String.join(", ", shares), Math.max(0, rest) / MEBIBYTE));
    }

    private long processBytes(long pid) {
        List<String> rollup = ProcFiles.lines(proc.resolve(Long.toString(pid)).resolve("smaps_rollup"));
        return seen(rollup, "Pss_Anon") + seen(rollup, "Pss_Shmem");
    }

    private static long seen(List<String> lines, String name) {
        return Math.max(0, ProcFiles.value(lines, name));
    }
}
