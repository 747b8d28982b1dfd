package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.CgroupReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostSetupProbeTest {

    private final Path root;
    private final CannedFiles files;

    HostSetupProbeTest(@TempDir Path root) {
        this.root = root;
        this.files = new CannedFiles(root);
    }

    private Map<String, String> setup(String... membership) {
        CgroupReader cgroup = new CgroupReader(root.resolve("sys/fs/cgroup"), List.of(membership));
        OtherRuns others = new OtherRuns(root.resolve("proc"), 1);
        return new HostSetupProbe(root.resolve("proc"), root.resolve("sys"), cgroup, others).read();
    }

    @Test
    void readsWhatChangesFigures() {
        files.with("proc/cpuinfo", "processor\t: 0", "flags\t\t: fpu vme hypervisor lahf_lm")
                .with("proc/meminfo", "MemTotal: 100 kB", "SwapTotal:       2048 kB", "SwapFree:        1024 kB")
                .with("proc/sys/vm/swappiness", "60")
                .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock")
                .with("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave")
                .with("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance")
                .with("sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave")
                .with("sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "other")
                .with("sys/devices/system/node/online", "0-2,5")
                .with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
                .with("sys/kernel/mm/transparent_hugepage/defrag", "always defer [defer+madvise] madvise never")
                .with("sys/fs/cgroup/a/cpu.max", "max 100000")
                .with("sys/fs/cgroup/cpu.max", "150000 100000")
                .with("sys/fs/cgroup/a/memory.max", "max");

        assertThat(setup("0::/a"))
                .containsExactly(
                        entry("virtualisation", "yes"),
                        entry("clocksource", "kvm-clock"),
                        entry("cpu_governor", "performance, powersave"),
                        entry("numa_nodes", "4"),
                        entry("transparent_hugepage", "madvise"),
                        entry("transparent_hugepage_defrag", "defer+madvise"),
                        entry("swap_total_bytes", "2097152"),
                        entry("swap_used_bytes", "1048576"),
                        entry("swappiness", "60"),
                        entry("cgroup_processors", "1.50"),
                        entry("cgroup_memory_max_bytes", "unlimited"),
                        entry("other_measurements", "none"));
    }

    @Test
    void whatCannotBeReadIsNotSeen() {
        assertThat(setup("0::/")).hasSize(12).allSatisfy((name, value) -> assertThat(value)
                .isEqualTo("not seen"));
    }

    @Test
    void aFileOfAnotherFormIsNotSeen() {
        files.with("sys/devices/system/node/online", "zero")
                .with("sys/kernel/mm/transparent_hugepage/enabled", "always")
                .with("proc/meminfo", "SwapTotal:       2048 kB");

        assertThat(setup("0::/"))
                .containsEntry("numa_nodes", "not seen")
                .containsEntry("transparent_hugepage", "not seen")
                .containsEntry("swap_total_bytes", "2097152")
                .containsEntry("swap_used_bytes", "not seen");
    }

    @Test
    void theFirstVersionOfCgroupsHasItsQuotaInTwoFiles() {
        files.with("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "50000")
                .with("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000")
                .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
                .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");

        assertThat(setup("3:cpu,cpuacct:/job")).containsEntry("cgroup_processors", "0.50");
        assertThat(setup("3:cpu,cpuacct:/")).containsEntry("cgroup_processors", "unlimited");
    }

    @Test
    void aHostWithoutTheFlagIsNoGuestAndANamedHypervisorIsTold() {
        files.with("proc/cpuinfo", "flags\t\t: fpu vme");
        assertThat(setup("0::/")).containsEntry("virtualisation", "no");

        files.with("sys/hypervisor/type", "xen");
        assertThat(setup("0::/")).containsEntry("virtualisation", "yes (xen)");
    }
}
