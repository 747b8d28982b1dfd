package io.ceiling.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Seen;
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
        assertThat(cgroup.oomKills()).isEqualTo(Seen.of(2));
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
        assertThat(cgroup.oomKills()).isEqualTo(Seen.of(1));
    }

    @Test
    void insideAContainerThePathOfTheHostIsNotMounted() {
        new CannedFiles(root).with("memory.max", "1000").with("pids.max", "max");

        CgroupReader cgroup = new CgroupReader(root, List.of("0::/docker/0123"));

        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.of(1000));
        assertThat(cgroup.pidsLimit()).isEqualTo(Limit.UNLIMITED);
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
    void withoutACgroupNothingIsSeen() {
        CgroupReader cgroup = new CgroupReader(root.resolve("missing"), List.of());

        assertThat(cgroup.memoryLimitBytes()).isEqualTo(Limit.NOT_SEEN);
        assertThat(cgroup.memoryHeadroomBytes()).isEmpty();
        assertThat(cgroup.pidsLimit()).isEqualTo(Limit.NOT_SEEN);
        assertThat(cgroup.oomKills()).isEqualTo(Seen.NOT);
    }
}
