package io.ceiling.harness.command.doctor;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of a host's limits: what each of them bounds, and the command that raises it. */
final class LimitsTable {

    // Text for a limit that was not seen, which may exist nevertheless.
    private static final String NOT_SEEN = "none seen";

    private LimitsTable() {}

    static List<List<String>> rows(HostLimits limits) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("limit", "now", "bounds", "raise it with (as root)"));
        rows.add(row(
                "open files, soft",
                limits.nofileSoft(),
                "nothing here: servers get --nofile",
                "ulimit -n N (no root)"));
        rows.add(row(
                "open files, hard",
                limits.nofileHard(),
                "connections of a process",
                "ulimit -Hn N; LimitNOFILE= of systemd; docker run --ulimit nofile=N"));
        rows.add(row("user processes", limits.nproc(), "threads of a user", "ulimit -Hu N; TasksMax= of systemd"));
        rows.add(row("kernel.pid_max", limits.pidMax(), "threads of the host", "sysctl -w kernel.pid_max=4194304"));
        rows.add(row(
                "kernel.threads-max", limits.threadsMax(), "threads of the host", "sysctl -w kernel.threads-max=N"));
        rows.add(row(
                "vm.max_map_count",
                limits.maxMapCount(),
                "threads of a process, two mappings each",
                "sysctl -w vm.max_map_count=1048576"));
        rows.add(row(
                "cgroup pids.max",
                limits.cgroupPids(),
                "threads of the cgroup",
                "docker run --pids-limit N; TasksMax="));
        rows.add(List.of(
                "cgroup memory.max",
                size(limits.cgroupMemoryBytes()),
                "memory of the cgroup",
                "docker run --memory N; MemoryMax="));
        rows.add(row(
                "ip_local_port_range",
                limits.localPorts(),
                "connections from one local address to one port",
                "sysctl -w net.ipv4.ip_local_port_range='1024 65535'"));
        rows.add(row(
                "net.core.somaxconn",
                limits.somaxconn(),
                "connects that wait to be accepted",
                "sysctl -w net.core.somaxconn=N, and --accept-count"));
        rows.add(List.of(
                "net.ipv4.tcp_mem",
                size(limits.tcpMemMaxBytes()),
                "kernel memory of all TCP sockets",
                "sysctl -w net.ipv4.tcp_mem='LOW PRESSURE MAX' (pages)"));
        rows.add(row(
                "nf_conntrack_max",
                limits.conntrackMax(),
                "connections, where a firewall rule has them tracked",
                "sysctl -w net.netfilter.nf_conntrack_max=N"));
        rows.add(List.of(
                "memory",
                size(limits.memoryBytes()),
                "heaps, stacks and sockets together",
                "a larger host or cgroup; fewer or smaller heaps"));
        rows.add(List.of(
                "memory floor",
                size(Limit.of(limits.memoryFloorBytes())),
                "a ramp, before the host is short of memory",
                "nothing: Ceiling's own safety"));
        return rows;
    }

    private static List<String> row(String name, Limit value, String ends, String raise) {
        return List.of(name, words(value), ends, raise);
    }

    private static String words(Limit limit) {
        return limit.isSeen() ? limit.toString() : NOT_SEEN;
    }

    private static String size(Limit bytes) {
        return bytes.isNumber()
                ? String.format(Locale.ROOT, "%.1f GiB", bytes.orElse(0) / (double) (1L << 30))
                : words(bytes);
    }
}
