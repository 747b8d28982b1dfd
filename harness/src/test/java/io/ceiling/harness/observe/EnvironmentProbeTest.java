package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.Command;
import io.ceiling.harness.os.UserHome;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.scenario.Jdk;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T10:15:30.123Z"), ZoneOffset.UTC);
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    private final Path root;

    EnvironmentProbeTest(@TempDir Path root) {
        this.root = root;
    }

    private EnvironmentProbe probe() {
        HostSetupProbe setup = new HostSetupProbe(
                root.resolve("proc"),
                root.resolve("sys"),
                new CgroupReader(root.resolve("cgroup"), List.of("0::/")),
                new OtherRuns(root.resolve("proc"), 1));
        return new EnvironmentProbe(
                root.resolve("proc"), root.resolve("etc"), setup, CLOCK, new UserHome("/home/alice"));
    }

    @Test
    void describesTheMachine() {
        new CannedFiles(root)
                .with("etc/os-release", "ID=debian", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"")
                .with("proc/sys/kernel/osrelease", "6.1.0-18-amd64")
                .with("proc/cpuinfo", "processor\t: 0", "model name\t: AMD EPYC 7B13")
                .with("proc/meminfo", "MemTotal:       24000000 kB")
                .with("proc/sys/net/ipv4/tcp_mem", "100\t200\t300")
                .with("proc/sys/kernel/hostname", "alices-machine");

        Environment environment = probe().read(root, List.of(), List.of("run", "--preset=quick"));

        assertThat(environment.capturedAt()).isEqualTo("2026-11-21T10:15:30Z");
        assertThat(environment.machine().operatingSystem()).isEqualTo("Debian GNU/Linux 12 (bookworm)");
        assertThat(environment.machine().kernel()).isEqualTo("6.1.0-18-amd64");
        assertThat(environment.machine().cpuModel()).isEqualTo("AMD EPYC 7B13");
        assertThat(environment.machine().cpuCount()).isPositive();
        assertThat(environment.machine().memoryTotalBytes()).isEqualTo(24_000_000L << 10);
        assertThat(environment.setup()).containsEntry("clocksource", "not seen");
        assertThat(environment.sysctls())
                .containsEntry("net.ipv4.tcp_mem", "100 200 300")
                .doesNotContainKey("fs.nr_open");
        assertThat(environment.software().ceilingVersion()).matches("\\d+\\.\\d+\\..*");
        assertThat(environment.toString()).doesNotContain("alices-machine");
    }

    @Test
    void doesNotTellTheUsersHome() {
        Jdk jdk = new Jdk(Path.of("/home/alice/.sdkman/candidates/java/25"), "25.0.1", 25);

        Environment environment = probe().read(root, List.of(jdk), List.of("run", "--results=/home/alice/results"));

        assertThat(environment.jdks()).containsExactly(new Jdk(Path.of("~/.sdkman/candidates/java/25"), "25.0.1", 25));
        assertThat(environment.commandLine()).containsExactly("run", "--results=~/results");
        assertThat(environment.toString()).doesNotContain("alice");
    }

    @Test
    void findsTheCommitInTheFilesOfGit() {
        CannedFiles files = new CannedFiles(root);
        files.with("loose/HEAD", "ref: refs/heads/main").with("loose/refs/heads/main", COMMIT + "");
        files.with("packed/HEAD", "ref: refs/heads/main")
                .with("packed/packed-refs", "# pack-refs with: peeled", "" + COMMIT + " refs/heads/main");
        files.with("detached/HEAD", COMMIT + "");

        assertThat(List.of("loose", "packed", "detached"))
                .allSatisfy(name ->
                        assertThat(GitCommit.fromFiles(root.resolve(name))).isEqualTo(COMMIT));
        assertThat(GitCommit.of(root.resolve("nowhere"), Duration.ofSeconds(5))).isEmpty();
    }

    @Test
    void aCommandThatIsMissingFailsOrHangsGivesNoLines() {
        assertThat(Command.output(Duration.ofSeconds(5), "ceiling-no-such-command"))
                .isEmpty();
        assertThat(Command.output(Duration.ofSeconds(5), "sh", "-c", "echo no; exit 1"))
                .isEmpty();
        assertThat(Command.output(Duration.ofMillis(100), "sleep", "60")).isEmpty();
        assertThat(Command.output(Duration.ofSeconds(5), "sh", "-c", "echo yes"))
                .containsExactly("yes");
    }
}
