package io.ceiling.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.CostPerConnection;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.model.Verdict;
import io.ceiling.harness.report.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go on where every scenario has its row, so that no server is started. */
class BenchmarkRunnerTest {

    private final Path home;

    BenchmarkRunnerTest(@TempDir Path home) {
        this.home = home;
    }

    @Test
    void aResumedRunStillTellsThatAServerHadNotStarted() throws Exception {
        Verdict notStarted = new Verdict.Invalid(0, LimitingFactor.UNKNOWN, "server ended with exit code 1");

        assertThat(resumed(notStarted)).isEqualTo(BenchmarkRunner.EXIT_COULD_NOT_RUN);
    }

    @Test
    void aResumedRunInWhichAScenarioWasSkippedRan() throws Exception {
        assertThat(resumed(new Verdict.Skipped("needs a JDK >= 21"))).isEqualTo(BenchmarkRunner.EXIT_RAN);
    }

    private int resumed(Verdict earlier) throws InterruptedException {
        Scenario scenario = AskedAndUsedTest.asked(ThreadKind.PLATFORM, OptionalInt.empty());
        Path path;
        try (RunFolder folder = RunFolder.create(home, "x", Clock.systemUTC())) {
            path = folder.path();
            folder.append(
                    new ScenarioResult(scenario, null, earlier, List.of(), CostPerConnection.NONE, Optional.empty(), 0),
                    List.of());
        }
        RunRequest request =
                new RunRequest(home, home, "x", List.of(scenario), Fakes.RAMP, Optional.of(path), List.of("run"));
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return BenchmarkRunner.onThisHost(request, List.of(), out, false).run(request);
    }
}
