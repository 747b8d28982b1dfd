package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadHeadroomProbeTest {

    private static final long SERVER = 812;
    private static final String OF_HOST = "         0          0 4294967295";
    private static final String NO_CAPABILITIES = "0000000000000000";
    private static final HostLimits LIMITS = HostLimitsFixture.limits(
            HostLimits.Descriptors.NOT_SEEN,
            HostLimitsFixture.threads(32_768, 190_000, 65_530, 150),
            HostLimits.Cgroup.NOT_SEEN,
            HostLimits.Network.NOT_SEEN,
            -1,
            0);

    private final Path proc;
    private final Path groups;
    private final CannedFiles processes;
    private final CannedFiles cgroups;

    ThreadHeadroomProbeTest(@TempDir Path folder) {
        this.proc = folder.resolve("proc");
        this.groups = folder.resolve("cgroup");
        this.processes = new CannedFiles(proc);
        this.cgroups = new CannedFiles(groups);
        processes.with("sys/kernel/osrelease", "6.18.1").with("loadavg", "2.72 2.39 2.40 12/378 1406");
        process(1, 0, OF_HOST, NO_CAPABILITIES, 1);
        process(SERVER, 1000, OF_HOST, NO_CAPABILITIES, 812, 813, 814);
        process(299, 1000, OF_HOST, NO_CAPABILITIES, 299, 900);
        processes.with("812/maps", "1000-2000 r--p", "2000-3000 rw-p", "7fff-8000 rw-p [stack]");
    }

    private void process(long pid, long user, String users, String capabilities, int... threads) {
        processes
                .with(
                        pid + "/status",
                        "Uid:\t%d\t%d\t%d\t%d".formatted(user, user + 1, user, user),
                        "CapEff:\t" + capabilities,
                        "Threads:\t" + threads.length)
                .with(pid + "/uid_map", users);
        IntStream.of(threads).forEach(thread -> processes.with("%d/task/%d/comm".formatted(pid, thread), "java"));
    }

    private ThreadHeadroomProbe probe(String... membership) {
        return new ThreadHeadroomProbe(proc, SERVER, new CgroupReader(groups, List.of(membership)), LIMITS);
    }

    private ThreadHeadroom room() {
        return probe().now(proc.resolve("no-hs_err"));
    }

    @Test
    void countsWhatCountsForEachLimit() {
        ThreadHeadroom room = room();

        assertThat(room.serverThreads()).isEqualTo(3);
        assertThat(room.mappings()).isEqualTo(ThreadUse.of(3, 65_530));
        assertThat(room.hostThreads()).isEqualTo(ThreadUse.of(378, 190_000));
        // 812, 813, 814 and 900; of those below 300 none is given twice.
        assertThat(room.usedPids()).isEqualTo(ThreadUse.of(304, 32_768));
        assertThat(room.userThreads()).isEqualTo(ThreadUse.of(5, 150));
        assertThat(room.groupPids()).isEqualTo(ThreadUse.UNSEEN);
        assertThat(room.groupRefusals()).isEqualTo(Observation.NOT_SEEN);
    }

    @Test
    void threadsOfOtherNamespacesCountedForPidMaxBeforeItWasOfANamespace() {
        processes.with("sys/kernel/osrelease", "6.12.30-amd64");

        assertThat(room().usedPids()).isEqualTo(ThreadUse.of(378, 32_768));
    }

    @ParameterizedTest
    @CsvSource({
        // root of the host; of a user namespace; CAP_SYS_ADMIN; CAP_SYS_RESOURCE; CAP_NET_ADMIN; the first in a user
        // namespace
        "0, 0 0 4294967295, 0000000000000000, true",
        "0, 0 1000 1, 000001ffffffffff, false",
        "1000, 0 0 4294967295, 0000000000200000, true",
        "1000, 0 0 4294967295, 0000000001000000, true",
        "1000, 0 0 4294967295, 0000000000001000, false",
        "1000, 0 1000 1, 0000000000200000, false"
    })
    void rootAndTwoCapabilitiesAreExemptFromTheLimitOfProcesses(
            long user, String users, String capabilities, boolean exempt) {
        process(SERVER, user, users, capabilities, 812, 813, 814);

        assertThat(room().userThreads().limit()).isEqualTo(exempt ? Limit.UNLIMITED : Limit.of(150));
    }

    @Test
    void aRefusalOfTheOwnGroupCountsWhicheverGroupIsTheTightest() {
        cgroups.with("pids/a/b/pids.max", "max")
                .with("pids/a/b/pids.current", "40")
                .with("pids/a/b/pids.events", "max 2")
                .with("pids/a/pids.max", "120")
                .with("pids/a/pids.current", "118")
                .with("pids/a/pids.events", "max 0")
                .with("pids/pids.max", "5000")
                .with("pids/pids.current", "300");
        ThreadHeadroomProbe probe = probe("8:pids:/a/b", "0::/");

        cgroups.with("pids/a/b/pids.events", "max 9");
        ThreadHeadroom room = probe.now(proc.resolve("no-hs_err"));

        assertThat(room.groupPids()).isEqualTo(ThreadUse.of(118, 120));
        assertThat(room.groupRefusals()).isEqualTo(Observation.of(7));
    }

    @ParameterizedTest
    @CsvSource({"120, 3", "100, 0"})
    void aRefusalAboveTheOwnGroupCountsIfThatOneIsFull(long current, long refusals) {
        cgroups.with("a/b/pids.max", "1000")
                .with("a/b/pids.current", "40")
                .with("a/b/pids.events", "max 0")
                .with("a/pids.max", "120")
                .with("a/pids.current", "119")
                .with("a/pids.events", "max 5");
        ThreadHeadroomProbe probe = probe("0::/a/b");

        cgroups.with("a/pids.current", Long.toString(current)).with("a/pids.events", "max 8");
        ThreadHeadroom room = probe.now(proc.resolve("no-hs_err"));

        assertThat(room.groupPids()).isEqualTo(ThreadUse.of(current, 120));
        assertThat(room.groupRefusals()).isEqualTo(Observation.of(refusals));
    }

    @Test
    void ofAServerThatCrashedTheMappingsAreInItsErrorFile() {
        processes
                .with("812/maps")
                .with(
                        "hs_err",
                        "Register to memory mapping:",
                        "1000-2000 looks like one",
                        "Dynamic libraries:",
                        "63000000-63001000 ---p 00000000 00:00 0 ",
                        "63001000-63d95000 rw-p 00001000 fe:00 315633       /usr/lib/classes.jsa",
                        "Total number of mappings: 2",
                        "",
                        "63000000-63001000 ---p 00000000 00:00 0 ");

        assertThat(probe().now(proc.resolve("hs_err")).mappings()).isEqualTo(ThreadUse.of(2, 65_530));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void seesThisProcess() {
        ThreadHeadroom room = new ThreadHeadroomProbe(ProcessHandle.current().pid(), HostLimitsProbe.read())
                .now(proc.resolve("no-hs_err"));

        assertThat(room.serverThreads()).isPositive();
        assertThat(room.mappings().count().orElse(0)).isGreaterThan(room.serverThreads());
        assertThat(room.userThreads().count().orElse(0)).isGreaterThanOrEqualTo(room.serverThreads());
        assertThat(room.hostThreads().count().orElse(0)).isGreaterThanOrEqualTo(room.serverThreads());
        assertThat(room.usedPids().count().orElse(0))
                .isBetween(300L, room.usedPids().limit().orElse(0));
    }
}
