package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private final Scenario plain =
            Fixtures.scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);
    private final Scenario usual =
            Fixtures.scenario(Workloads.RECURSIVE, ThreadKind.VIRTUAL, OptionalInt.empty(), OptionalInt.empty(), 1);
    private final Scenario small =
            Fixtures.scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.of(1024), 1);

    private static double even(Scenario ignored) {
        return 10;
    }

    @Test
    void writesALineForEachScenarioWithoutATerminal() {
        AtomicLong nanos = new AtomicLong();
        try (Progress progress = new Progress(
                out, List.of(plain, usual, small), Set.of(), ProgressTest::even, false, false, nanos::get)) {
            progress.started(plain);
            nanos.set(90_000_000_000L);
            progress.finished(Fixtures.result(plain, Fixtures.REACHED));
            progress.started(usual);
            progress.finished(Fixtures.result(usual, new Verdict.Skipped("virtual threads need JDK >= 21, found 17")));
            progress.started(small);
            progress.finished(Fixtures.result(small, new Verdict.AtLeast(4096, "the cap was met")));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "[1/3] tomcat nio platform websocket ... 4 040 connections, server-file-descriptors (7.2 s), about 3 min left",
                        "[2/3] tomcat nio virtual recursive ... skipped: virtual threads need JDK >= 21, found 17, about 90 s left",
                        "[3/3] tomcat nio platform websocket buffer=1k ... at least 4096 connections: the cap was met (7.2 s)");
    }

    @Test
    void aHeapThatWasNeverCollectedIsSaidToBeNotMeasured() {
        ScenarioResult result = Fixtures.result(plain, Fixtures.REACHED);
        Step passed = result.steps().get(0);
        Sample sample = passed.after();
        Sample uncollected = new Sample(sample.elapsedNanos(), false, sample.server(), sample.host(), sample.load());
        Step withGarbage = new Step(1, 4040, 4040, true, "", 1, passed.before(), uncollected);
        try (Progress progress = new Progress(out, List.of(plain), Set.of(), ProgressTest::even, false, false)) {
            progress.started(plain);
            progress.finished(Fixtures.reached(plain, List.of(withGarbage)));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().skip(1))
                .containsExactly(
                        "    heap per connection not measured: explicit collections are disabled. Hint: remove -XX:+DisableExplicitGC or -XX:+ExplicitGCInvokesConcurrent");
        assertThat(HeapNote.of(result)).isEmpty();
    }

    @Test
    void aWarningIsALineBelowItsScenario() {
        try (Progress progress = new Progress(out, List.of(plain), Set.of(), ProgressTest::even, false, false)) {
            progress.started(plain);
            progress.finished(Fixtures.result(plain, new Verdict.AtLeast(4096, "the cap was met"))
                    .withNotes(NullMeasurement.NONE, List.of("another run"), Fixtures.REACHED));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "[1/1] tomcat nio platform websocket ... 4 040 connections, server-file-descriptors (7.2 s)",
                        "    warning: another run");
    }

    @Test
    void virtualThreadsAreNotSaidToVaryAPool() {
        Scenario pool = Fixtures.scenario(
                Workloads.RECURSIVE, ThreadKind.PLATFORM, OptionalInt.of(500), OptionalInt.empty(), 1);
        try (Progress progress = new Progress(out, List.of(pool, usual), Set.of(), ProgressTest::even, false, false)) {
            progress.started(usual);
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("[1/2] tomcat nio virtual recursive ... ");
    }

    @Test
    void countsOnAfterAnInterruptedRun() {
        try (Progress progress = new Progress(
                out,
                List.of(plain, usual, small),
                Set.of(plain.name(), usual.name()),
                ProgressTest::even,
                false,
                false)) {
            progress.started(small);
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("[3/3] ");
    }

    @Test
    void onATerminalALineSaysWhatPassesAndTheTimesUntilTheScenarioEnds() {
        AtomicLong nanos = new AtomicLong();
        try (Progress progress =
                new Progress(out, List.of(plain, usual), Set.of(), ProgressTest::even, true, false, nanos::get)) {
            progress.started(plain);
            nanos.set(12_000_000_000L);
            progress.show("1 240 connections pass");
            progress.finished(Fixtures.result(plain, Fixtures.REACHED));
            progress.started(usual);
            nanos.set(14_000_000_000L);
            progress.show("120 connections open");
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains(Progress.CLEAR_LINE + "[1/2] 1 240 connections pass; 12 s so far" + Progress.CLEAR_LINE)
                .contains(Progress.CLEAR_LINE
                        + "[1/2] tomcat nio platform websocket ... 4 040 connections, server-file-descriptors (7.2 s)")
                .contains("[2/2] 120 connections open; 14 s so far, about 10 s left")
                .endsWith(Progress.CLEAR_LINE);
    }

    @Test
    void oneScenarioHasNoCount() {
        AtomicLong nanos = new AtomicLong();
        try (Progress progress =
                new Progress(out, List.of(plain), Set.of(), ProgressTest::even, true, false, nanos::get)) {
            progress.started(plain);
            nanos.set(12_000_000_000L);
            progress.show("1 240 connections pass");
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains(Progress.CLEAR_LINE + "1 240 connections pass; 12 s so far" + Progress.CLEAR_LINE);
    }

    @Test
    void theLineFitsIntoTheTerminalAndAScenarioThatTakesLongerHasNoTimeLeft() {
        AtomicLong nanos = new AtomicLong();
        try (Progress progress =
                new Progress(out, List.of(plain, usual), Set.of(), ProgressTest::even, true, false, nanos::get)) {
            progress.started(plain);
            nanos.set(1_000_000_000L);
            progress.finished(Fixtures.result(plain, Fixtures.REACHED));
            progress.started(usual);
            nanos.set(500_000_000_000L);
            progress.show("x".repeat(progress.room()));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).split(Progress.CLEAR_LINE.replace("[", "\\[")))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("[2/2] x")
                        .endsWith("x; 500 s so far")
                        .hasSize(Terminal.columns() - 1));
    }

    @Test
    void theTimeLeftIsInProportionToTheEstimates() {
        AtomicLong nanos = new AtomicLong();
        ToDoubleFunction<Scenario> seconds = scenario -> scenario.equals(small) ? 40 : 10;
        try (Progress progress =
                new Progress(out, List.of(plain, usual, small), Set.of(), seconds, false, false, nanos::get)) {
            progress.started(plain);
            nanos.set(20_000_000_000L);
            progress.finished(Fixtures.result(plain, Fixtures.REACHED));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("(7.2 s), about 100 s left");
    }

    @Test
    void tellsBelowAScenarioWhatItTookIfAsked() {
        ScenarioResult result = Fixtures.broadcastResult();
        try (Progress progress =
                new Progress(out, List.of(result.scenario(), plain), Set.of(), ProgressTest::even, false, true)) {
            progress.started(result.scenario());
            progress.finished(result);
            progress.started(plain);
            progress.finished(Fixtures.result(plain, new Verdict.Skipped("not now")));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .hasSize(5)
                .element(1)
                .asString()
                .startsWith("    took: start 3.1 s, warm-up 2.0 s, open 1.2 s, ");
    }

    @Test
    void whatAScenarioTookIsPrintedWhole() {
        ScenarioResult result = Fixtures.broadcastResult();
        try (Progress progress =
                new Progress(out, List.of(result.scenario(), plain), Set.of(), ProgressTest::even, true, true)) {
            progress.started(result.scenario());
            progress.finished(result);
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("(7.2 s)\n    took: start 3.1 s, ");
    }
}
