package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveLineTest {

    private static final RunState BEFORE = RunState.before(0).withScenario(Fixtures.websocket());
    private static final RunState HOLDS = BEFORE.withSample(Fixtures.sample(1, false, 4812));
    private static final RunState GROWS =
            BEFORE.withTarget(2400).passed(2400).withTarget(4900).withSample(Fixtures.sample(1, false, 4812));
    private static final List<LimitUse> USES = List.of(
            new LimitUse(LimitingFactor.SERVER_MAX_CONNECTIONS, 4812, 8192, "connections"),
            new LimitUse(LimitingFactor.SERVER_HEAP, 31, 100, LimitUse.BYTES));

    @Test
    void saysHowManyPassWhatIsTriedAndTheTwoNearestLimits() {
        assertThat(LiveLine.of(GROWS, USES, 200))
                .isEqualTo(
                        "2 400 connections pass, 4 812 of 4 900 open; nearest limit: server-max-connections 59 % (4 812 of 8 192), server-heap 31 %");
    }

    @Test
    void memoryIsInMebibytes() {
        LimitUse heap = new LimitUse(LimitingFactor.SERVER_HEAP, 300L << 20, 512L << 20, LimitUse.BYTES);

        assertThat(LiveLine.of(HOLDS, List.of(heap), 200))
                .isEqualTo("4 812 connections open; nearest limit: server-heap 59 % (300 MiB of 512 MiB)");
    }

    @Test
    void requestsInFlightAreTriedNotHeld() {
        RunState inFlight = RunState.before(0)
                .withScenario(Fixtures.websocket()
                        .with(Work.of(
                                Workloads.CUSTOM,
                                new UserApplication(
                                        Optional.empty(), CustomRequest.inFlight("/slow", RequestPace.AT_ONCE)))))
                .withTarget(64)
                .passed(64)
                .withTarget(96)
                .withSample(Fixtures.sample(1, false, 96));

        assertThat(LiveLine.of(inFlight, List.of(), 200)).isEqualTo("64 in flight pass, 96 tried");
    }

    @Test
    void isShorterWhereThereIsLessRoom() {
        assertThat(LiveLine.of(GROWS, USES, 110))
                .isEqualTo(
                        "2 400 connections pass, 4 812 of 4 900 open; nearest limit: server-max-connections 59 %, server-heap 31 %");
        assertThat(LiveLine.of(GROWS, USES, 90))
                .isEqualTo("2 400 connections pass, 4 812 of 4 900 open; nearest limit: server-max-connections 59 %");
        assertThat(LiveLine.of(GROWS, USES, 70))
                .isEqualTo("2 400 connections pass; nearest limit: server-max-connections 59 %");
        assertThat(LiveLine.of(GROWS, USES, 50)).isEqualTo("2 400 connections pass, 4 812 of 4 900 open");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 17, 40, 60, 80, 100})
    void neverIsLongerThanItsRoom(int room) {
        assertThat(LiveLine.of(GROWS, USES, room)).hasSizeLessThanOrEqualTo(room);
    }

    @Test
    void saysNothingBeforeTheFirstReading() {
        assertThat(LiveLine.of(BEFORE, List.of(), 100)).isEmpty();
    }

    @Test
    void theLineOfATerminalIsRewrittenAndEndsAsIfNothingHadStoodThere() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LineInPlace line =
                new LineInPlace(new PrintStream(bytes, true, StandardCharsets.UTF_8), "  step 1 ... ", true, 40);

        line.show("4 812 connections");
        line.end("5 000 connections");

        assertThat(line.room()).isEqualTo(40 - "  step 1 ... ".length() - 1);
        String clear = Progress.CLEAR_LINE;
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("  step 1 ... " + clear + "  step 1 ... 4 812 connections" + clear
                        + "  step 1 ... 5 000 connections" + System.lineSeparator());
    }

    @Test
    void aLogHasNeitherTheMomentNorItsControlCharacters() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LineInPlace line = new LineInPlace(new PrintStream(bytes, true, StandardCharsets.UTF_8), "step 1 ... ", false);

        line.show("4 812 connections");
        line.end("5 000 connections");

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("step 1 ... 5 000 connections" + System.lineSeparator());
    }

    @Test
    void theWidthIsWhatSttySaysOrTheUsualOne() {
        assertThat(Terminal.columns("24 132\n")).isEqualTo(132);
        assertThat(Terminal.columns("0 0\n")).isEqualTo(Terminal.DEFAULT_COLUMNS);
        assertThat(Terminal.columns("")).isEqualTo(Terminal.DEFAULT_COLUMNS);
        assertThat(Terminal.columns("stty: standard input: not a terminal")).isEqualTo(Terminal.DEFAULT_COLUMNS);
    }
}
