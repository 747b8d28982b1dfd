package io.ceiling.capacity.size;

import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Decides the settings of process and kernel for a number of connections. Pure functions. */
final class HostSettings {

    private static final int MIN_ACCEPT_COUNT = 128;
    private static final int PART_AT_ONCE = 8;

    // Default of net.core.somaxconn, which cuts every listen queue.
    private static final int DEFAULT_SOMAXCONN = 4_096;

    // Smallest default of net.ipv4.tcp_max_syn_backlog on a host with memory for a server.
    private static final int DEFAULT_SYN_BACKLOG = 1_024;

    // Descriptors in addition to those of connections: of files, libraries and connections that are being closed.
    private static final int SPARE_DESCRIPTORS = 64;

    private static final int SPARE_TASKS = 32;
    private static final int DEFAULT_NR_OPEN = 1_048_576;
    private static final int DEFAULT_MAP_COUNT = 65_530;
    private static final int MAPS_OF_A_THREAD = 2;
    private static final int MAPS_OF_A_JVM = 2_000;

    // Other threads and processes of the host.
    private static final int OTHER_THREADS = 1_000;

    // Default of kernel.threads-max on a host of 1 GiB.
    private static final int DEFAULT_THREADS_MAX = 7_000;

    // Default of kernel.pid_max on a host of up to 32 processors; systemd raises it.
    private static final int DEFAULT_PID_MAX = 32_768;

    // Least default of net.netfilter.nf_conntrack_max on a host of 1 GiB and more.
    private static final int DEFAULT_CONNTRACK = 65_536;

    // Ports from 32768 to 60999, the default of net.ipv4.ip_local_port_range.
    private static final int PORTS_OF_AN_ADDRESS = 28_232;

    // Second value of tcp_mem of a host of 1 GiB, in pages: a little more than 6 % of its memory.
    private static final int DEFAULT_TCP_MEM = 16_000;

    private HostSettings() {}

    /**
     * Returns the settings, from the listen queue to the addresses of the clients.
     *
     * @param maxConnections limit of connections
     * @param threads threads of the pool; empty for virtual threads
     */
    static List<Setting> of(
            int connections,
            int maxConnections,
            OptionalLong threads,
            Scenario measuredScenario,
            ConnectionCosts costs) {
        List<Setting> all = new ArrayList<>();
        long acceptCount = Math.max(MIN_ACCEPT_COUNT, Math.min(DEFAULT_SOMAXCONN, (long) connections / PART_AT_ONCE));
        all.add(new Setting(
                SettingKey.ACCEPT_COUNT,
                acceptCount,
                true,
                String.format(
                        Locale.ROOT,
                        "an eighth of the connections may come at one moment, at least %d, at most the kernel's usual %d",
                        MIN_ACCEPT_COUNT,
                        DEFAULT_SOMAXCONN)));
        measuredScenario
                .sizes()
                .bufferBytes()
                .ifPresent(bytes -> all.add(
                        new Setting(SettingKey.BUFFER, bytes, true, "the buffers that the costs were measured with")));
        measuredScenario
                .sizes()
                .headerCacheNodes()
                .ifPresent(nodes -> all.add(new Setting(
                        SettingKey.HEADER_CACHE, nodes, true, "the header cache that the costs were measured with")));
        long nofile = Sizer.at(costs.descriptors(), maxConnections, 1) + SPARE_DESCRIPTORS;
        all.add(new Setting(
                SettingKey.NOFILE,
                nofile,
                true,
                String.format(
                        Locale.ROOT,
                        "%.2f for each of %d connections, %.0f without any, and %d more",
                        costs.descriptors().perConnection(),
                        maxConnections,
                        costs.descriptors().intercept(),
                        SPARE_DESCRIPTORS)));
        long extraThreads = ThreadPoolSizer.extraThreads(threads.orElse(0), maxConnections, measuredScenario);
        long tasks = Sizer.at(costs.threads(), maxConnections, 1) + extraThreads + SPARE_TASKS;
        all.add(new Setting(
                SettingKey.TASKS,
                tasks,
                true,
                String.format(
                        Locale.ROOT,
                        "%d threads as measured, %d more of the pool, and %d",
                        Sizer.at(costs.threads(), maxConnections, 1),
                        extraThreads,
                        SPARE_TASKS)));
        all.addAll(ofKernel(connections, maxConnections, acceptCount, nofile, tasks));
        return all;
    }

    private static List<Setting> ofKernel(
            int connections, int maxConnections, long acceptCount, long nofile, long tasks) {
        long tracked = maxConnections + maxConnections / 4L + 1_024;
        long maps = MAPS_OF_A_THREAD * tasks + MAPS_OF_A_JVM;
        long addresses = 1 + (connections - 1L) / PORTS_OF_AN_ADDRESS;
        String threadsReason =
                String.format(Locale.ROOT, "%d threads of this server, and %d of others", tasks, OTHER_THREADS);
        return List.of(
                atLeast(
                        SettingKey.SOMAXCONN,
                        acceptCount,
                        DEFAULT_SOMAXCONN,
                        String.format(Locale.ROOT, "the kernel cuts the listen queue of %d to it", acceptCount)),
                atLeast(
                        SettingKey.SYN_BACKLOG,
                        acceptCount,
                        DEFAULT_SYN_BACKLOG,
                        "connections that are not established yet wait here before the listen queue"),
                atLeast(
                        SettingKey.TCP_MEM,
                        2L * maxConnections,
                        DEFAULT_TCP_MEM,
                        String.format(
                                Locale.ROOT,
                                "pages of unread data, one in each direction of %d connections, beside those that are in use",
                                maxConnections)),
                atLeast(
                        SettingKey.CONNTRACK,
                        tracked,
                        DEFAULT_CONNTRACK,
                        "an entry for each connection, a quarter more for closed ones; only where a firewall tracks them"),
                atLeast(SettingKey.NR_OPEN, nofile, DEFAULT_NR_OPEN, "no process may have more descriptors"),
                atLeast(
                        SettingKey.MAP_COUNT,
                        maps,
                        DEFAULT_MAP_COUNT,
                        String.format(
                                Locale.ROOT,
                                "two mappings for each of %d threads, and %d of a JVM",
                                tasks,
                                MAPS_OF_A_JVM)),
                atLeast(SettingKey.THREADS_MAX, tasks + OTHER_THREADS, DEFAULT_THREADS_MAX, threadsReason),
                atLeast(
                        SettingKey.PID_MAX,
                        tasks + OTHER_THREADS,
                        DEFAULT_PID_MAX,
                        threadsReason + "; each has a number"),
                atLeast(
                        SettingKey.CLIENT_ADDRESSES,
                        addresses,
                        1,
                        String.format(
                                Locale.ROOT,
                                "a client or proxy has %d ports for each of its addresses, by the default of ip_local_port_range",
                                PORTS_OF_AN_ADDRESS)));
    }

    private static Setting atLeast(SettingKey key, long value, long kernelDefault, String reason) {
        String fullReason = key == SettingKey.CLIENT_ADDRESSES
                ? reason
                : String.format(Locale.ROOT, "%s; at least %d, usual is %d", reason, value, kernelDefault);
        return new Setting(key, value, value > kernelDefault, fullReason);
    }
}
