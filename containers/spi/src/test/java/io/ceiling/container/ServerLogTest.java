package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ServerLogTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ServerLog log = new ServerLog(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @Test
    void writesTimeLevelLoggerAndMessageInOneLine() {
        Locales.run(
                "ar-EG-u-nu-arab",
                () -> log.publish(record(Level.SEVERE, "org.apache.Endpoint", "Socket accept failed")));

        assertThat(lines()).containsExactly("2026-11-21T10:00:00.123Z SEVERE org.apache.Endpoint Socket accept failed");
    }

    @Test
    void writesStackTraceAfterTheLine() {
        LogRecord record = record(Level.SEVERE, "a", "Socket accept failed");
        record.setThrown(new IOException("Too many open files"));

        log.publish(record);

        assertThat(lines()).element(1).isEqualTo("java.io.IOException: Too many open files");
        assertThat(lines()).element(2).asString().contains("\tat ");
    }

    @Test
    void writesSameMessageTwentyTimesAndThenAtEachPowerOfTen() {
        for (int i = 0; i < 12_345; i++) {
            LogRecord record = record(Level.SEVERE, "a", "Accept failed for connection " + i + " of Channel@1f" + i);
            record.setThrown(new IOException("Too many open files"));
            log.publish(record);
        }

        List<String> messages =
                lines().stream().filter(line -> line.contains("SEVERE")).toList();
        assertThat(messages).hasSize(23);
        assertThat(messages).element(19).asString().endsWith("Accept failed for connection 19 of Channel@1f19");
        assertThat(messages.subList(20, 23))
                .extracting(line -> line.substring(line.indexOf('(')))
                .containsExactly("(repeated 100 times)", "(repeated 1000 times)", "(repeated 10000 times)");
        assertThat(lines()).filteredOn(line -> line.startsWith("java.io")).hasSize(20);
    }

    @Test
    void countsEachMessageOfEachLoggerByItself() {
        for (int i = 0; i < 15; i++) {
            log.publish(record(Level.INFO, "a", "one"));
            log.publish(record(Level.INFO, "a", "two"));
            log.publish(record(Level.INFO, "b", "one"));
        }

        assertThat(lines()).hasSize(45);
    }

    @Test
    void staysBoundedForLoggerThatNeverSaysTheSameTwice() {
        for (int i = 0; i < 20_000; i++) {
            log.publish(record(Level.INFO, "a", letters(i)));
        }

        // 1000 different messages, 20 of the logger as a whole, and its 100th, 1000th and 10000th.
        assertThat(lines()).hasSize(1_023);
    }

    private static String letters(int number) {
        StringBuilder text = new StringBuilder();
        for (char digit : Integer.toString(number).toCharArray()) {
            text.append((char) ('g' + digit - '0'));
        }
        return text.toString();
    }

    private static LogRecord record(Level level, String logger, String message) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName(logger);
        record.setInstant(Instant.parse("2026-11-21T10:00:00.123Z"));
        return record;
    }

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
