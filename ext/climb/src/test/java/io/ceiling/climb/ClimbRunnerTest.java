package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.console.LineInPlace;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Climbs on a server of plain arithmetic, whose limits the analyst names rightly or wrongly. */
class ClimbRunnerTest {

    private static final LimitingFactor THREADS = LimitingFactor.SERVER_THREADS;
    private static final LimitingFactor DESCRIPTORS = LimitingFactor.SERVER_FILE_DESCRIPTORS;
    private static final LimitingFactor HEAP = LimitingFactor.SERVER_HEAP;

    @TempDir
    Path folder;

    @Test
    void climbsUntilTheHardLimitAndEveryNameIsConfirmed() throws Exception {
        ClimbTable.Climb climb = climb(scenario -> Climbs.result(scenario, rightly(scenario)));

        assertThat(climb.steps())
                .extracting(step -> step.result().verdict().summary())
                .containsExactly(
                        "200 connections, then server-threads", "492 connections, then server-file-descriptors",
                        "5120 connections, then server-heap", "9980 connections, then server-file-descriptors");
        assertThat(climb.steps().stream().skip(1)).extracting(ClimbStep::proof).containsOnly(Proof.CURED);
        assertThat(climb.endReason()).startsWith("nofile is 20000, the hard limit");
        assertThat(ClimbRunner.exitCode(List.of(climb))).isEqualTo(ExitCode.OK);
    }

    @Test
    void controlsConfirmEachLimitWithItsFigures() throws Exception {
        ClimbTable.Climb climb = climb(scenario -> Climbs.result(scenario, rightly(scenario)), true);

        assertThat(climb.conclusions())
                .hasSize(3)
                .allMatch(conclusion -> conclusion.contains(": confirmed: "))
                .element(2)
                .asString()
                .startsWith("server-heap: confirmed: ")
                .contains("left it at 5120 (5120 before)", "0.0 % from one line");
        assertThat(climb.endReason()).startsWith("nofile is 20000, the hard limit");
        assertThat(Files.readString(folder.resolve("climb.csv"))).contains("other-limit", "dose");
    }

    /** Each processor that the collector leaves serves more: the heap cures, but is not what decides. */
    @Test
    void aCureWhoseCeilingsLieOnNoLineIsNotConfirmed() throws Exception {
        ClimbTable.Climb climb = climb(
                scenario -> {
                    long heap = scenario.jvm().heapMaxBytes().orElse(0) >> 20;
                    return Climbs.result(scenario, Climbs.reached(heap <= 512 ? 100 : heap <= 1024 ? 300 : 310, HEAP));
                },
                true);

        assertThat(climb.conclusions().get(0)).startsWith("server-heap: cured, not confirmed: ");
    }

    @Test
    void aCureIsNotConfirmedIfAnotherLimitCuresAsWell() throws Exception {
        ClimbTable.Climb climb = climb(
                scenario -> {
                    boolean raised = scenario.nofile().orElse(0) > 1024
                            || scenario.jvm().heapMaxBytes().orElse(0) > 512L << 20;
                    return Climbs.result(scenario, Climbs.reached(raised ? 900 : 100, HEAP));
                },
                true);

        assertThat(climb.conclusions().get(0))
                .startsWith(
                        "server-heap: cured, not confirmed: nofile 1024 -> 20000 instead ended at 900 (100 before)");
    }

    @Test
    void aWrongNameIsRefutedAndTheNextCandidateExplainsIt() throws Exception {
        ClimbTable.Climb climb = climb(scenario -> {
            Verdict.Reached right = rightly(scenario);
            return Climbs.result(scenario, right.factor() == THREADS ? named(right, HEAP, THREADS) : right);
        });

        assertThat(climb.steps().stream().limit(3))
                .extracting(step -> step.trial().text())
                .containsExactly("start", "heap 512m -> 2g", "threads 200 -> 12000");
        assertThat(climb.steps().stream().limit(3))
                .extracting(ClimbStep::proof)
                .containsExactly(Proof.NONE, Proof.REFUTED, Proof.CURED);
        assertThat(ClimbRunner.exitCode(List.of(climb))).isEqualTo(ExitCode.OK);
    }

    @Test
    void aWrongNameThatNothingExplainsIsAMissedExpectation() throws Exception {
        ClimbTable.Climb climb = climb(scenario -> Climbs.result(scenario, named(rightly(scenario), DESCRIPTORS)));

        assertThat(climb.steps()).extracting(ClimbStep::proof).containsExactly(Proof.NONE, Proof.REFUTED);
        assertThat(climb.unexplainedLimits()).containsExactly(DESCRIPTORS);
        assertThat(ClimbRunner.exitCode(List.of(climb))).isEqualTo(ExitCode.MISSED);
    }

    @Test
    void aStepThatCouldNotBeMeasuredEndsTheClimb() throws Exception {
        Verdict invalid = new Verdict.Invalid(0, LimitingFactor.UNKNOWN, "port in use");

        ClimbTable.Climb climb =
                climb(scenario -> new ScenarioResult(scenario, null, invalid, List.of(), CostPerConnection.NONE, 0));

        assertThat(climb.endReason()).contains("port in use");
        assertThat(ClimbRunner.exitCode(List.of(climb))).isEqualTo(ExitCode.COULD_NOT_RUN);
    }

    @Test
    void everyRowIsWrittenBeforeTheNextStepStarts() throws Exception {
        climb(scenario -> {
            assertThat(rows()).isEqualTo(1 + stepsBefore(scenario));
            return Climbs.result(scenario, rightly(scenario));
        });

        assertThat(rows()).isEqualTo(1 + 4);
    }

    private static int stepsBefore(Scenario scenario) {
        int raised = scenario.sizes().maxThreads().isNumber() ? 1 : 0;
        return raised
                + (scenario.nofile().orElse(0) > 1024 ? 1 : 0)
                + (scenario.jvm().heapMaxBytes().orElse(0) > 512L << 20 ? 1 : 0);
    }

    private long rows() {
        try {
            return Files.readString(folder.resolve("climb.csv")).lines().count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ClimbTable.Climb climb(Function<Scenario, ScenarioResult> measurer) throws InterruptedException {
        return climb(measurer, false);
    }

    private ClimbTable.Climb climb(Function<Scenario, ScenarioResult> measurer, boolean controlled)
            throws InterruptedException {
        Staircase plan = new Staircase(
                Map.of(
                        Dimension.WORKLOAD, "recursive",
                        Dimension.NOFILE, "1024",
                        Dimension.MAX_CONNECTIONS, "-1"),
                Climbs.matrixHost(),
                Climbs.HEADROOM,
                controlled);
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        try (ClimbCsv file = new ClimbCsv(folder)) {
            return ClimbRunner.climb(
                    plan,
                    move -> measurer.apply(move.scenario()),
                    file,
                    out,
                    begun -> new LineInPlace(out, begun, false),
                    false);
        }
    }

    /** The smallest of threads, descriptors (40 of its own, two a level) and heap (100 KiB a level). */
    private static Verdict.Reached rightly(Scenario scenario) {
        int threads = (int) scenario.sizes().maxThreads().orElse(200);
        int descriptors = (int) (scenario.nofile().orElse(0) - 40) / 2;
        int heap = (int) (scenario.jvm().heapMaxBytes().orElse(0) / 104_857);
        int least = Math.min(threads, Math.min(descriptors, heap));
        return Climbs.reached(least, least == threads ? THREADS : least == descriptors ? DESCRIPTORS : HEAP);
    }

    private static Verdict.Reached named(Verdict.Reached truth, LimitingFactor factor, LimitingFactor... next) {
        return Climbs.reached(truth.ceiling(), factor, next);
    }
}
