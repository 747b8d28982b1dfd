package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostProbeTest {

    private final Path proc;
    private final Path cgroups;

    HostProbeTest(@TempDir Path proc, @TempDir Path cgroups) {
        this.proc = proc;
        this.cgroups = cgroups;
    }

    private CgroupReader cgroup() {
        return new CgroupReader(cgroups, List.of("0::/"));
    }

    private void canHost() {
        new CannedFiles(proc)
                .with(
                        "meminfo",
                        "MemTotal:       24000000 kB",
                        "MemFree:         6000000 kB",
                        "MemAvailable:   20000000 kB",
                        "Cached:          2000000 kB",
                        "SwapCached:            7 kB",
                        "Shmem:            500000 kB",
                        "Slab:             500000 kB",
                        "KernelStack:        4000 kB",
                        "PageTables:         3000 kB",
                        "Percpu:             2000 kB")
                .with(
                        "slabinfo",
                        "slabinfo - version: 2.1",
                        "# name <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab>",
                        "TCP 10 13 2432 13 8 : tunables 0 0 0 : slabdata 7 7 0",
                        "kmalloc-512 1 32 512 32 4 : tunables 0 0 0 : slabdata 2 2 0")
                .with(
                        "net/sockstat", "sockets: used 300",
                        "TCP: inuse 120 orphan 1 tw 44 alloc 130 mem 25", "UDP: inuse 1 mem 2")
                .with("net/sockstat6", "TCP6: inuse 80", "UDP6: inuse 0")
                .with(
                        "net/netstat",
                        "TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPMemoryPressures TCPSynRetrans",
                        "TcpExt: 0 412 413 2 97",
                        "IpExt: InNoRoutes ListenDrops",
                        "IpExt: 5 6")
                .with("sys/net/netfilter/nf_conntrack_count", "1000")
                .with("sys/net/netfilter/nf_conntrack_max", "1024")
                .with(
                        "net/stat/nf_conntrack",
                        "entries  clashres found insert_failed drop early_drop",
                        "000003e8  00000000 00000000 00000007 0000000a 00000000",
                        "000003e8  00000000 00000000 00000000 00000010 00000000")
                .with("stat", "cpu  100 20 30 4000 500 6 7 8 90 0", "cpu0 50 10 15 2000 250 3 3 4 45 0")
                .with(
                        "pressure/cpu",
                        "some avg10=1.00 avg60=0.50 avg300=0.10 total=123456",
                        "full avg10=0.00 avg60=0.00 avg300=0.00 total=9")
                .with("loadavg", "12.34 1.00 0.50 3/400 5678");
    }

    @Test
    void readsMemoryAndTheKernelsCounters() {
        canHost();

        HostReading reading = new HostProbe(proc, cgroup(), () -> 40_000_000).reading();

        assertThat(reading)
                .isEqualTo(HostReadings.notSeen()
                        .memory(24_000_000L << 10, 7_500_000L << 10)
                        .kernelMemory(500_000L << 10, 25 * 4096)
                        .kernel(new KernelMemory(
                                HostReadings.slabs(7 * 8 * 4096, 0, 0, 0, 0, 2 * 4 * 4096),
                                Observation.of(4_000 << 10),
                                Observation.of(3_000 << 10),
                                Observation.of(2_000 << 10)))
                        .tcp(200, 44, 2)
                        .listenQueues(412, 413, 97)
                        .conntrack(1000, Limit.of(1024), 26)
                        .cpu(new HostReading.HostCpu(
                                // Not what gives way, idles, waits for a disk or interrupts, and not this process;
                                // guests are users.
                                ticks(100 + 30 + 8 - 4),
                                ticks(100 + 30 + 8 + 6 + 7),
                                ticks(6),
                                ticks(7),
                                ticks(8),
                                ticks(4000),
                                ticks(500),
                                ticks(100 + 20 + 30 + 4000 + 500 + 6 + 7 + 8)))
                        .pressure(123_456_000, 1234)
                        .build());
    }

    private static Observation ticks(long ticks) {
        return Observation.of(ticks * 10_000_000);
    }

    @Test
    void countersOfAServerInAnotherNetworkNamespaceAreThoseOfItsOwn() throws IOException {
        canHost();
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/net"), Path.of("net:[1]"));
        Files.createDirectories(proc.resolve("7/ns"));
        Files.createSymbolicLink(proc.resolve("7/ns/net"), Path.of("net:[2]"));
        new CannedFiles(proc)
                .with(
                        "7/net/netstat",
                        "TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPMemoryPressures TCPSynRetrans",
                        "TcpExt: 0 3 4 1 5")
                .with("7/net/stat/nf_conntrack", "entries  drop", "00000010 00000001", "00000010 00000002");
        HostProbe probe = new HostProbe(proc, cgroup(), () -> 0);

        HostReading its = probe.readingFor(7);

        assertThat(its.listenOverflows()).isEqualTo(Observation.of(3));
        assertThat(its.listenDrops()).isEqualTo(Observation.of(4));
        assertThat(its.listenQueues().synRetransmits()).isEqualTo(Observation.of(5));
        assertThat(its.tcpMemoryPressures()).isEqualTo(Observation.of(1));
        assertThat(its.conntrack().conntrackEntries()).isEqualTo(Observation.of(16));
        assertThat(its.conntrack().conntrackDrops()).isEqualTo(Observation.of(3));
        assertThat(its.memoryTotalBytes()).isEqualTo(probe.reading().memoryTotalBytes());
    }

    @Test
    void processesOfLowerPriorityDoNotGiveWayToAServerOfLowerPriority() {
        canHost();
        new CannedFiles(proc)
                .with("7/stat", "7 (java) S 1 7 7 0 -1 4194560 1 0 0 0 7 8 0 0 25 5 1")
                .with("8/stat", "8 (java) S 1 8 8 0 -1 4194560 1 0 0 0 7 8 0 0 20 0 1");
        HostProbe probe = new HostProbe(proc, cgroup(), () -> 0);

        HostReading.HostCpu nice = probe.readingFor(7).cpu();
        HostReading.HostCpu usual = probe.readingFor(8).cpu();

        long niceNanos = 20 * 10_000_000L;
        assertThat(nice.cpuNanos().since(usual.cpuNanos())).isEqualTo(Observation.of(niceNanos));
        assertThat(nice.busyNanos().since(usual.busyNanos())).isEqualTo(Observation.of(niceNanos));
        assertThat(nice.totalNanos()).isEqualTo(usual.totalNanos());
    }

    @Test
    void aKernelWithoutPressureAndALoadThatIsNoneAreNotSeen() {
        canHost();
        new CannedFiles(proc).with("pressure/cpu", "full avg10=0.00 total=9").with("loadavg", "none");

        assertThat(new HostProbe(proc, cgroup(), () -> 0).reading().pressure())
                .isEqualTo(HostReading.Pressure.NOT_SEEN);
    }

    @Test
    void aContainersOwnLimitMayLeaveLessThanTheHostHas() {
        canHost();
        new CannedFiles(cgroups).with("memory.max", "1000000000").with("memory.current", "900000000");

        assertThat(new HostProbe(proc, cgroup(), () -> 40_000_000).reading().memoryAvailableBytes())
                .isEqualTo(Observation.of(100_000_000));
    }

    @Test
    void withoutProcEverythingIsUnseenAndSaidSo() {
        HostProbe probe = new HostProbe(proc.resolve("missing"), cgroup(), () -> 0);

        assertThat(probe.reading()).isEqualTo(HostReading.NOT_SEEN);
        assertThat(probe.blindSpots()).hasSize(4);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void seesThisHost() {
        HostProbe probe = new HostProbe();

        assertThat(probe.blindSpots()).isEmpty();
        assertThat(probe.reading().memoryAvailableBytes().isAtLeast(1)).isTrue();
        assertThat(HostLimitsProbe.read().localPorts().orElse(0)).isPositive();
        assertThat(HostLimitsProbe.read().memoryFloorBytes()).isPositive();
    }

    @Test
    void readsTheLimits() {
        canHost();
        new CannedFiles(proc)
                .with("sys/kernel/pid_max", "4194304")
                .with("sys/kernel/threads-max", "190000")
                .with("sys/vm/max_map_count", "65530")
                .with("sys/net/ipv4/ip_local_port_range", "32768\t60999")
                .with("sys/net/core/somaxconn", "4096")
                .with("sys/net/ipv4/tcp_mem", "100\t200\t300")
                .with("sys/net/netfilter/nf_conntrack_max", "262144")
                .with(
                        "7/limits",
                        "Max processes             95000                96000                processes ",
                        "Max open files            1024                 20000                files     ");
        new CannedFiles(cgroups).with("memory.max", "5000000000").with("pids.max", "1000");

        HostLimits limits = HostLimitsProbe.read(proc, new ProcessReader(proc, 7), cgroup());

        assertThat(limits)
                .isEqualTo(HostLimitsFixture.limits(
                        HostLimitsFixture.descriptors(1024, 20_000),
                        HostLimitsFixture.threads(4_194_304, 190_000, 65_530, 95_000),
                        HostLimitsFixture.cgroup(5_000_000_000L, 1000),
                        HostLimitsFixture.network(28_232, 4096, 300 * 4096, 262_144),
                        5_000_000_000L,
                        // A quarter of what the cgroup has, which is less than the host.
                        5_000_000_000L / 4));
    }
}
