package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.KernelUnits;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.ServingProcess;
import io.ceiling.harness.reading.HostLimits;
import java.nio.file.Path;
import java.util.List;

/** Reads the limits of this host, of this process and of the servers that it forks. */
public final class HostLimitsProbe {

    // Memory that a host of any size needs to stay usable.
    private static final long MIN_FLOOR_BYTES = 2L << 30;

    private HostLimitsProbe() {}

    public static HostLimits read() {
        long pid = ProcessHandle.current().pid();
        return read(Path.of("/proc"), new ProcessReader(pid), new CgroupReader(pid));
    }

    /**
     * Returns the limits for a particular process, which must be alive. A process can read only the settings of its
     * own network namespace; those of another are not seen.
     */
    public static HostLimits ofProcess(long pid, HostLimits host) {
        return ofProcess(Path.of("/proc"), pid, new CgroupReader(pid), host);
    }

    static HostLimits ofProcess(Path proc, long pid, CgroupReader cgroup, HostLimits host) {
        return host.ofProcess(
                new HostLimits.Cgroup(cgroup.memoryLimitBytes(), cgroup.pidsLimit()),
                nproc(new ProcessReader(proc, pid)),
                ServingProcess.sharesOurNetwork(proc, pid)
                        ? host.network()
                        : host.network().ofAnotherNamespace());
    }

    private static Limit nproc(ProcessReader process) {
        return process.exemptFromProcessLimit() ? Limit.UNLIMITED : process.limit("Max processes", 0);
    }

    static HostLimits read(Path proc, ProcessReader self, CgroupReader cgroup) {
        Path sys = proc.resolve("sys");
        long hostMemory = ProcFiles.value(ProcFiles.lines(proc.resolve("meminfo")), "MemTotal");
        Limit memory = usable(Limit.ofNegativeNotSeen(hostMemory), cgroup.memoryLimitBytes());
        String[] tcpMemory = ProcFiles.words(ProcFiles.firstLine(sys.resolve("net/ipv4/tcp_mem")));
        long tcpPages = tcpMemory.length == 3 ? ProcFiles.number(tcpMemory[2]) : ProcFiles.UNSEEN;
        return new HostLimits(
                new HostLimits.Descriptors(self.limit("Max open files", 0), self.limit("Max open files", 1)),
                new HostLimits.Threads(
                        limit(sys, "kernel/pid_max"),
                        limit(sys, "kernel/threads-max"),
                        limit(sys, "vm/max_map_count"),
                        nproc(self)),
                new HostLimits.Cgroup(cgroup.memoryLimitBytes(), cgroup.pidsLimit()),
                new HostLimits.Network(
                        portCount(ProcFiles.words(ProcFiles.firstLine(sys.resolve("net/ipv4/ip_local_port_range")))),
                        limit(sys, "net/core/somaxconn"),
                        tcpPages < 0
                                ? Limit.NOT_SEEN
                                : Limit.of(tcpPages * KernelUnits.read(proc).pageBytes()),
                        limit(sys, "net/netfilter/nf_conntrack_max")),
                memory,
                floor(memory));
    }

    // Returns the memory that this process may use: its cgroup may have less than the host.
    private static Limit usable(Limit host, Limit cgroup) {
        return host.isNumber() && cgroup.orElse(0) > 0 ? Limit.of(Math.min(host.orElse(0), cgroup.orElse(0))) : host;
    }

    // Returns the memory to keep free: a tenth but at least 2 GiB; hosts with little memory keep a quarter.
    private static long floor(Limit memory) {
        long floor = Math.max(MIN_FLOOR_BYTES, memory.orElse(0) / 10);
        return memory.isNumber() ? Math.min(floor, memory.orElse(0) / 4) : floor;
    }

    private static Limit limit(Path sys, String file) {
        return ProcFiles.limit(ProcFiles.firstLine(sys.resolve(file)));
    }

    private static Limit portCount(String[] range) {
        List<String> ends = List.of(range);
        if (ends.size() != 2) {
            return Limit.NOT_SEEN;
        }
        long first = ProcFiles.number(ends.get(0));
        long last = ProcFiles.number(ends.get(1));
        return first < 0 || last < first ? Limit.NOT_SEEN : Limit.of(last - first + 1);
    }
}
