package io.ceiling.harness.probe;

import io.ceiling.harness.model.HostLimits;
import java.nio.file.Path;
import java.util.List;

/** Reads the limits of this host, of this process and of the servers that it forks. */
public final class HostLimitsProbe {

    /** Memory that a host of any size needs to stay usable. */
    private static final long LEAST_FLOOR_BYTES = 2L << 30;

    private HostLimitsProbe() {}

    /** Returns the current limits; -1 stands for a limit that does not exist or could not be seen. */
    public static HostLimits read() {
        long pid = ProcessHandle.current().pid();
        return read(Path.of("/proc"), new ProcessReader(pid), new CgroupReader(pid));
    }

    /** Returns the limits for a particular process, which must be alive. */
    public static HostLimits ofProcess(long pid, HostLimits host) {
        CgroupReader cgroup = new CgroupReader(pid);
        return host.ofProcess(
                cgroup.memoryLimitBytes(),
                cgroup.pidsLimit(),
                new ProcessReader(pid).limit("Max processes", 0).orElse(ProcFiles.UNSEEN));
    }

    static HostLimits read(Path proc, ProcessReader self, CgroupReader cgroup) {
        Path sys = proc.resolve("sys");
        long memory = ProcFiles.value(ProcFiles.lines(proc.resolve("meminfo")), "MemTotal");
        String[] tcpMemory = ProcFiles.words(ProcFiles.text(sys.resolve("net/ipv4/tcp_mem")));
        long tcpPages = tcpMemory.length == 3 ? ProcFiles.number(tcpMemory[2]) : ProcFiles.UNSEEN;
        return new HostLimits(
                new HostLimits.Descriptors(
                        self.limit("Max open files", 0).orElse(ProcFiles.UNSEEN),
                        self.limit("Max open files", 1).orElse(ProcFiles.UNSEEN)),
                new HostLimits.Threads(
                        ProcFiles.number(sys.resolve("kernel/pid_max")),
                        ProcFiles.number(sys.resolve("kernel/threads-max")),
                        ProcFiles.number(sys.resolve("vm/max_map_count")),
                        self.exemptFromProcessLimit()
                                ? ProcFiles.UNSEEN
                                : self.limit("Max processes", 0).orElse(ProcFiles.UNSEEN)),
                new HostLimits.Cgroup(cgroup.memoryLimitBytes(), cgroup.pidsLimit()),
                new HostLimits.Network(
                        portCount(ProcFiles.words(ProcFiles.text(sys.resolve("net/ipv4/ip_local_port_range")))),
                        ProcFiles.number(sys.resolve("net/core/somaxconn")),
                        tcpPages < 0
                                ? ProcFiles.UNSEEN
                                : tcpPages * KernelUnits.read(proc).pageBytes(),
                        ProcFiles.number(sys.resolve("net/netfilter/nf_conntrack_max"))),
                usable(memory, cgroup.memoryLimitBytes()),
                floor(usable(memory, cgroup.memoryLimitBytes())));
    }

    /** Returns the memory that this process may use: its cgroup may have less than the host. */
    private static long usable(long hostBytes, long cgroupBytes) {
        return cgroupBytes > 0 ? Math.min(hostBytes, cgroupBytes) : hostBytes;
    }

    /** Returns the memory to keep free: a tenth but at least 2 GiB; hosts with little memory keep a quarter. */
    private static long floor(long memory) {
        long floor = Math.max(LEAST_FLOOR_BYTES, memory / 10);
        return memory < 0 ? floor : Math.min(floor, memory / 4);
    }

    private static long portCount(String[] range) {
        List<String> ends = List.of(range);
        if (ends.size() != 2) {
            return ProcFiles.UNSEEN;
        }
        long first = ProcFiles.number(ends.get(0));
        long last = ProcFiles.number(ends.get(1));
        return first < 0 || last < first ? ProcFiles.UNSEEN : last - first + 1;
    }
}
