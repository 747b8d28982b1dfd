package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.observe.OtherRuns.OtherRun;
import io.ceiling.harness.os.CannedFiles;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherRunsTest {

    private static final String MAIN = "io.ceiling.harness.main.Main";

    private final Path proc;
    private final CannedFiles files;

    OtherRunsTest(@TempDir Path proc) {
        this.proc = proc;
        this.files = new CannedFiles(proc).with("stat", "cpu  1 2 3", "btime 1795427000");
    }

    private void process(int pid, String... words) {
        files.with(pid + "/cmdline", String.join("\0", words) + "\0")
                .with(pid + "/stat", pid + " (a (b) c) S 1 " + "0 ".repeat(17) + "12345 0 0");
    }

    @Test
    void anotherRunIsFoundWithItsStart() {
        process(7, "/usr/bin/java", "-Xmx1g", "-cp", "app/*", MAIN, "run", "--preset=quick");
        process(12, "java", "-jar", "jmh/target/benchmarks.jar", "RequestBenchmark");
        process(9, "java", "-cp", "app/*", MAIN, "climb");

        assertThat(new OtherRuns(proc, 9).now())
                .containsExactly(
                        new OtherRun(7, "run", "2026-11-23T09:45:23Z"),
                        new OtherRun(12, "benchmarks", "2026-11-23T09:45:23Z"));
        assertThat(new OtherRuns(proc, 7).now().get(0).warning())
                .isEqualTo(
                        "another measurement of Ceiling is at work on this host (climb, pid 9, since 2026-11-23T09:45:23Z): the figures of both are spoiled");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java -cp app/* io.ceiling.harness.main.Main report results",
                "java -cp app/* io.ceiling.harness.main.Main",
                "timeout 60 java -cp app/* io.ceiling.harness.main.Main run",
                "grep io.ceiling.harness.main.Main run",
                "java -jar other.jar benchmarks.jar",
                "java -jar",
                "-bash"
            })
    void whatMeasuresNothingIsNoOtherRun(String words) {
        process(7, words.split(" "));

        assertThat(new OtherRuns(proc, 1).now()).isEmpty();
    }

    @Test
    void processesThatCannotBeReadAndAKernelThreadAreNone() {
        files.with("7/comm", "kthread").with("8/cmdline").with("self/cmdline", "java");

        assertThat(new OtherRuns(proc, 1).now()).isEmpty();
        assertThat(new OtherRuns(proc.resolve("nothing"), 1).now()).isEmpty();
    }

    @Test
    void aRunThatWasKilledLeavesNothingBehind() throws Exception {
        Process run = new ProcessBuilder(
                        "bash", "-c", "exec -a java sh -c 'echo ready; read x' sh %s run".formatted(MAIN))
                .start();
        try {
            run.inputReader().readLine();
            assertThat(new OtherRuns().now()).anySatisfy(other -> {
                assertThat(other.pid()).isEqualTo(run.pid());
                assertThat(other.command()).isEqualTo("run");
                assertThat(other.since()).isNotEmpty();
            });
        } finally {
            run.destroyForcibly();
        }
        assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();

        assertThat(new OtherRuns().now()).noneMatch(other -> other.pid() == run.pid());
    }
}
