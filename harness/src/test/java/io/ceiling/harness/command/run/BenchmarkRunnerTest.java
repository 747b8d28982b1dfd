package io.ceiling.harness.command.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ceiling.harness.engine.ScenarioMeasurer;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.expect.Expectations;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.console.RunScreen;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Output;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go on where every scenario has its row, so that no server is started. */
class BenchmarkRunnerTest {

    private final Path home;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    BenchmarkRunnerTest(@TempDir Path home) {
        this.home = home;
    }

    @Test
    void aResumedRunStillTellsThatAServerHadNotStarted() throws Exception {
        Verdict notStarted = new Verdict.Invalid(0, LimitingFactor.UNKNOWN, "server ended with exit code 1");

        assertThat(resumed(notStarted)).isEqualTo(ExitCode.COULD_NOT_RUN);
    }

    @Test
    void aResumedRunInWhichAScenarioWasSkippedRan() throws Exception {
        assertThat(resumed(new Verdict.Skipped("needs a JDK >= 21"))).isEqualTo(ExitCode.OK);
    }

    @Test
    void theTableOfAllRowsStaysInTheFolderWithoutAPathOfThisMachine() throws Exception {
        assertThat(resumed(new Verdict.AtLeast(500, "the cap of 500 was met"))).isEqualTo(ExitCode.OK);

        assertThat(home.resolve("latest").resolve(RunScreen.TABLE_FILE))
                .content()
                .contains(">= 500", "the cap of 500 was met")
                .doesNotContain(home.toString());
        assertThat(output()).contains("results: " + home);
    }

    @Test
    void whatIsKeptByTheRowsEndsAsWithoutIt() throws Exception {
        assertThat(resumed(new Verdict.AtLeast(500, "the cap of 500 was met"), "ceiling>=500"))
                .isEqualTo(ExitCode.OK);
        assertThat(output()).contains("expected ceiling>=500: kept, ", ": at-least 500 (the cap of 500 was met)");
        assertThat(home.resolve("junit.xml")).content().contains("tests=\"1\" failures=\"0\"");
    }

    /** However much of it was measured: it says nothing about the server. */
    @Test
    void anInvalidRowOfAServerThatRanIsNoSuccess() throws Exception {
        ScenarioResult late = new ScenarioResult(
                Fakes.SCENARIO,
                Fakes.RUNNING,
                new Verdict.Invalid(500, LimitingFactor.LOAD_CPU, "late"),
                List.of(),
                CostPerConnection.NONE,
                0);

        assertThat(ScenarioMeasurer.done(late)).isFalse();
        assertThat(resumed(new Verdict.Invalid(500, LimitingFactor.LOAD_CPU, "late")))
                .isEqualTo(ExitCode.COULD_NOT_RUN);
    }

    @Test
    void whatIsMissedByARowEndsWithOne() throws Exception {
        assertThat(resumed(new Verdict.Skipped("needs a JDK >= 21"), "ceiling>=500"))
                .isEqualTo(ExitCode.MISSED);
        assertThat(output()).contains("expected ceiling>=500: MISSED, ", ": skipped (needs a JDK >= 21)");
        assertThat(home.resolve("junit.xml"))
                .content()
                .contains("failures=\"1\"", "wanted ceiling&gt;=500, was skipped (needs a JDK &gt;= 21)");
    }

    @Test
    void junitThatCannotBeWrittenIsToldInOneLine() throws Exception {
        Files.createDirectory(home.resolve("junit.xml"));

        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> resumed(new Verdict.AtLeast(500, "x"), "ceiling>=500"))
                .withMessageContaining("--junit: ")
                .withMessageContaining("cannot be written");
    }

    @Test
    void whatIsMissedCountsMoreThanAFileThatCannotBeWritten() throws Exception {
        Files.createDirectory(home.resolve("junit.xml"));

        assertThat(resumed(new Verdict.Skipped("x"), "ceiling>=500")).isEqualTo(ExitCode.MISSED);

        assertThat(output()).contains("--junit: ", "cannot be written");
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private int resumed(Verdict earlier) throws InterruptedException {
        return resumed(earlier, Expectations.NONE);
    }

    private int resumed(Verdict earlier, String expected) throws InterruptedException {
        return resumed(
                earlier,
                new Expectations(
                        Expectation.parse("--expect", List.of(expected)), Optional.of(home.resolve("junit.xml"))));
    }

    private int resumed(Verdict earlier, Expectations expectations) throws InterruptedException {
        Scenario scenario = Fakes.SCENARIO;
        Path path;
        try (RunFolder folder = RunFolder.create(home, "x", Clock.systemUTC())) {
            path = folder.path();
            folder.append(new ScenarioResult(scenario, null, earlier, List.of(), CostPerConnection.NONE, 0), List.of());
        }
        RunRequest request = new RunRequest(
                new RunRequest.Folders(home, home, "x", Optional.of(path)),
                List.of(scenario),
                Fakes.RAMP,
                List.of("run"),
                expectations,
                List.of(),
                Output.SCREEN);
        return new BenchmarkRunner(
                        Run.onThisHost(request, List.of(), new PrintStream(out, true, StandardCharsets.UTF_8), false))
                .run(request);
    }
}
