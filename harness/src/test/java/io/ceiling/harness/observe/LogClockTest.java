package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.server.CappedLog;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogClockTest {

    @TempDir
    Path folder;

    @Test
    void aLineHasTheTimeOfTheFirstMarkAtWhichTheLogHeldAllOfIt() throws Exception {
        Path log = folder.resolve("server.log");
        LogClock clock = new LogClock(log);
        clock.mark(1);
        Files.writeString(log, "first\n");
        clock.mark(2);
        clock.mark(3);
        Files.writeString(log, "second\n", StandardOpenOption.APPEND);
        clock.mark(4);

        assertThat(clock.date(endingAt(6)).elapsedNanos()).isEqualTo(2);
        assertThat(clock.date(endingAt(13)).elapsedNanos()).isEqualTo(4);
    }

    @Test
    void linesOfALogWhoseMiddleWasCutOutHaveTheTimeOfTheirOwn() throws Exception {
        Path log = Files.writeString(folder.resolve("server.log"), "x".repeat(100));
        LogClock clock = new LogClock(log);
        clock.mark(1);
        Files.writeString(log, "x".repeat(40));
        clock.mark(2);
        Files.writeString(log, "y".repeat(60), StandardOpenOption.APPEND);
        clock.mark(3);

        assertThat(clock.date(endingAt(40)).elapsedNanos()).isEqualTo(2);
        assertThat(clock.date(endingAt(90)).elapsedNanos()).isEqualTo(3);
    }

    @Test
    void linesThatMovedAsTheMiddleWasCutOutDoNotHaveTheTimesOfThoseThatStoodThereBefore() throws Exception {
        try (RandomAccessFile log =
                new RandomAccessFile(folder.resolve("server.log").toFile(), "rw")) {
            LogClock clock = new LogClock(folder.resolve("server.log"));
            for (int mark = 1; mark <= 32; mark++) {
                log.setLength((long) mark << 20);
                clock.mark(mark);
            }
            log.setLength(16 << 20);
            clock.mark(33);

            assertThat(clock.date(endingAt(7 << 20)).elapsedNanos()).isEqualTo(7);
            assertThat(clock.date(endingAt(CappedLog.KEPT_BYTES)).elapsedNanos())
                    .isEqualTo(8);
            assertThat(clock.date(endingAt(10 << 20)).elapsedNanos()).isEqualTo(33);
        }
    }

    @Test
    void aLineThatWasWrittenAfterTheLastMarkHasNoTime() throws Exception {
        Path log = Files.writeString(folder.resolve("server.log"), "first\n");
        LogClock clock = new LogClock(log);
        clock.mark(1);

        assertThat(clock.date(endingAt(7)).elapsedNanos()).isEqualTo(-1);
    }

    private static LogFinding endingAt(long offset) {
        return new LogFinding(LimitingFactor.SERVER_HEAP, 1, "java.lang.OutOfMemoryError", offset, -1);
    }
}
