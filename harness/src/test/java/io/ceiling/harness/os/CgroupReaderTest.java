package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.CpuQuota;
import io.ceiling.harness.reading.Observation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupReaderTest {

    private final Path root;

    CgroupReaderTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void smallestLimitOnTheWayUpBindsInVersionTwo() {
        new CannedFiles(root)
                .with("system.slice/run.scope/memory.max", "max")
                .with("system.slice/run.scope/pids.max", "4000")
                .with("system.slice/run.scope/memory.events", "low 0", "oom 3", "oom_kill 2", "oom_group_kill 0")
                .with("system.slice/memory.max", "1073741824")
                .with("system.slice/memory.current", "1000000000")
                .with("system.slice/memory.stat", "anon 1", "file 400000000", "kernel 5")
                .with("system.slice/pids.max", "900");

        CgroupReader cgroup = new CgroupReader(root, List.of("0::/system.slice/run.scope"));

        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.of(1L << 30));
        assertThat(cgroup.memoryHeadroomBytes()).hasValue((1L << 30) - 600_000_000);
        assertThat(cgroup.pidsLimit()).isEqualTo(Limit.of(900));
        assertThat(cgroup.oomKills()).isEqualTo(Observation.of(2));
    }

    @Test
    void theMemoryAtWhichTheKernelSlowsAGroupDownIsALimit() {
        new CannedFiles(root)
                .with("system.slice/run.service/memory.max", "max")
                .with("system.slice/run.service/memory.high", "262144000")
                .with("system.slice/run.service/memory.current", "200000000")
                .with("system.slice/run.service/memory.events", "low 0", "high 812", "max 3", "oom 0", "oom_kill 0")
                .with("system.slice/memory.max", "1073741824")
                .with("system.slice/memory.events", "low 0", "high 900", "max 3", "oom 0", "oom_kill 0")
                .with("system.slice/memory.high", "max");

        CgroupReader cgroup = new CgroupReader(root, List.of("0::/system.slice/run.service"));

        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.of(262_144_000));
        assertThat(cgroup.oomHeadroomBytes()).isEqualTo(Observation.of(62_144_000));
        assertThat(cgroup.memoryStops()).isEqualTo(Observation.of(812));
        assertThat(new CgroupReader(root, List.of("0::/system.slice")).memoryStops())
                .isEqualTo(Observation.NOT_SEEN);
    }

    /** The events of a group contain those of the groups below it, and of its other children. */
    @Test
    void ofGroupsInEachOtherTheStopsOfEachCountOnce() {
        new CannedFiles(root)
                .with("system.slice/memory.high", "1073741824")
                .with("system.slice/memory.events", "high 900")
                .with("system.slice/memory.events.local", "high 30")
                .with("system.slice/run.service/memory.high", "262144000")
                .with("system.slice/run.service/memory.events", "high 812")
                .with("system.slice/run.service/memory.events.local", "high 812");

        assertThat(new CgroupReader(root, List.of("0::/system.slice/run.service")).memoryStops())
                .isEqualTo(Observation.of(842));
    }

    @Test
    void eachControllerHasATreeOfItsOwnInVersionOne() {
        new CannedFiles(root)
                .with("memory/build/job/memory.limit_in_bytes", "9223372036854771712")
                .with("memory/build/memory.limit_in_bytes", "2147483648")
                .with("memory/memory.limit_in_bytes", "9223372036854771712")
                .with("memory/build/job/memory.oom_control", "oom_kill_disable 0", "under_oom 0", "oom_kill 1")
                .with("pids/a/pids.max", "77");

        CgroupReader cgroup = new CgroupReader(root, List.of("5:pids:/a", "4:cpu,memory:/build/job", "0::/elsewhere"));
        CgroupReader named = new CgroupReader(root, List.of("0::/elsewhere", "4:memory:/build/job"));

        assertThat(named.memoryLimitBytes()).isEqualTo(Limit.of(2L << 30));
        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.of(2L << 30));
        assertThat(cgroup.pidsLimit()).isEqualTo(Limit.of(77));
        assertThat(cgroup.oomKills()).isEqualTo(Observation.of(1));
    }

    @Test
    void insideAContainerThePathOfTheHostIsNotMounted() {
        new CannedFiles(root).with("memory.max", "1000").with("pids.max", "max");

        CgroupReader cgroup = new CgroupReader(root, List.of("0::/docker/0123"));

        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.of(1000));
        assertThat(cgroup.pidsLimit()).isEqualTo(Limit.UNLIMITED);
    }

    @Test
    void cgroupsOfAnotherContainerAreReadInItsOwnMounts() {
        new CannedFiles(root)
                .with("7/cgroup", "0::/../shop.scope/worker")
                .with(
                        "7/mountinfo",
                        "30 29 0:26 / /proc rw - proc proc rw",
                        "31 29 0:27 /../shop.scope /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw")
                .with("7/root/sys/fs/cgroup/worker/pids.max", "max")
                .with("7/root/sys/fs/cgroup/pids.max", "77")
                .with("7/root/sys/fs/cgroup/cpu.max", "50000 100000")
                .with("8/cgroup", "0::/../shop.scope")
                .with("8/mountinfo", "31 29 0:27 /../other.scope /sys/fs/cgroup ro - cgroup2 cgroup rw")
                .with("8/root/sys/fs/cgroup/pids.max", "99");

        CgroupReader seen = new CgroupReader(new ProcessReader(root, 7));
        CgroupReader notMounted = new CgroupReader(new ProcessReader(root, 8));

        assertThat(seen.pidsLimit()).isEqualTo(Limit.of(77));
        assertThat(seen.cpuQuota().millicores()).isEqualTo(Limit.of(500));
        assertThat(notMounted.pidsLimit()).isEqualTo(Limit.NOT_SEEN);
    }

    @Test
    void noCgroupWithANumberIsNoLimit() {
        new CannedFiles(root)
                .with("a/b/memory.max", "max")
                .with("a/memory.max", "max")
                .with("memory/job/memory.limit_in_bytes", "9223372036854771712");

        assertThat(new CgroupReader(root, List.of("0::/a/b")).memoryLimitBytes())
                .isEqualTo(Limit.UNLIMITED);
        assertThat(new CgroupReader(root, List.of("4:memory:/job")).memoryLimitBytes())
                .isEqualTo(Limit.UNLIMITED);
    }

    @Test
    void leastQuotaOnTheWayUpBindsInVersionTwoWithTheCountersOfItsGroup() {
        new CannedFiles(root)
                .with("kubepods/pod/box/cpu.max", "max 100000")
                .with("kubepods/pod/cpu.max", "50000 100000")
                .with(
                        "kubepods/pod/cpu.stat", "usage_usec 7",
                        "nr_periods 40", "nr_throttled 30",
                        "throttled_usec 1500000", "nr_bursts 0")
                .with("kubepods/cpu.max", "150000 100000")
                .with("kubepods/cpu.stat", "nr_periods 99", "nr_throttled 0", "throttled_usec 0");

        assertThat(new CgroupReader(root, List.of("0::/kubepods/pod/box")).cpuQuota())
                .isEqualTo(new CpuQuota(
                        Limit.of(500), Observation.of(40), Observation.of(30), Observation.of(1_500_000_000)));
    }

    @Test
    void quotaOfVersionOneHasAFileForEachNumber() {
        new CannedFiles(root)
                .with("cpu/job/cpu.cfs_quota_us", "75000")
                .with("cpu/job/cpu.cfs_period_us", "50000")
                .with("cpu/job/cpu.stat", "nr_periods 12", "nr_throttled 9", "throttled_time 345678901")
                .with("cpu/cpu.cfs_quota_us", "-1")
                .with("cpu/cpu.cfs_period_us", "100000");

        assertThat(new CgroupReader(root, List.of("3:cpuset:/", "2:cpu,cpuacct:/job", "0::/")).cpuQuota())
                .isEqualTo(new CpuQuota(
                        Limit.of(1500), Observation.of(12), Observation.of(9), Observation.of(345_678_901)));
        assertThat(new CgroupReader(root, List.of("2:cpu,cpuacct:/", "0::/")).cpuQuota())
                .isEqualTo(new CpuQuota(
                        Limit.UNLIMITED, Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN));
    }

    @Test
    void aGroupWithoutCountersStillHasItsQuota() {
        new CannedFiles(root).with("a/cpu.max", "200000 100000");

        assertThat(new CgroupReader(root, List.of("0::/a")).cpuQuota())
                .isEqualTo(
                        new CpuQuota(Limit.of(2000), Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN));
    }

    @Test
    void aProcessThatIsGoneHasNoGroup() {
        new CannedFiles(root).with("cpu.max", "50000 100000").with("memory.max", "1000");

        CgroupReader cgroup = new CgroupReader(root, List.of());

        assertThat(cgroup.cpuQuota()).isEqualTo(CpuQuota.NOT_SEEN);
        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.NOT_SEEN);
    }

    @Test
    void withoutACgroupNothingIsSeen() {
        CgroupReader cgroup = new CgroupReader(root.resolve("missing"), List.of());

        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.NOT_SEEN);
        assertThat(cgroup.memoryHeadroomBytes()).isEmpty();
        assertThat(cgroup.pidsLimit()).isEqualTo(Limit.NOT_SEEN);
        assertThat(cgroup.oomKills()).isEqualTo(Observation.NOT_SEEN);
    }
}
