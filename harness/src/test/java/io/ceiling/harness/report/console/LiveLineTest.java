package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.scenario.LimitingFactor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveLineTest {

    private static final RunState BEFORE =
            RunState.before(new RunState.Plan(1, 0)).measuring(Fixtures.websocket());
    private static final RunState HOLDS = BEFORE.read(Fixtures.sample(1, false, 4812));
    private static final List<LimitUse> USES = List.of(
            new LimitUse(LimitingFactor.SERVER_MAX_CONNECTIONS, 4812, 8192, "connections"),
            new LimitUse(LimitingFactor.SERVER_HEAP, 31, 100, LimitUse.BYTES));

    @Test
    void hasConnectionsAndTheTwoNearestLimits() {
        assertThat(LiveLine.of(HOLDS, USES, 200))
                .isEqualTo(
                        "4 812 connections; nearest: server-max-connections 59 % (4 812 of 8 192), server-heap 31 %");
    }

    @Test
    void memoryIsInMebibytes() {
        LimitUse heap = new LimitUse(LimitingFactor.SERVER_HEAP, 300L << 20, 512L << 20, LimitUse.BYTES);

        assertThat(LiveLine.of(HOLDS, List.of(heap), 200))
                .isEqualTo("4 812 connections; nearest: server-heap 59 % (300 MiB of 512 MiB)");
    }

    @Test
    void isShorterWhereThereIsLessRoom() {
        assertThat(LiveLine.of(HOLDS, USES, 80))
                .isEqualTo("4 812 connections; nearest: server-max-connections 59 %, server-heap 31 %");
        assertThat(LiveLine.of(HOLDS, USES, 66))
                .isEqualTo("4 812 connections; server-max-connections 59 %, server-heap 31 %");
        assertThat(LiveLine.of(HOLDS, USES, 50)).isEqualTo("4 812 connections; server-max-connections 59 %");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 17, 40, 60, 80, 100})
    void neverIsLongerThanItsRoom(int room) {
        assertThat(LiveLine.of(HOLDS, USES, room)).hasSizeLessThanOrEqualTo(room);
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
