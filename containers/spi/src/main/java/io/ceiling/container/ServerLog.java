package io.ceiling.container;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Writes the log of the container and the web application to standard error:
 * {@code 2026-11-21T10:00:00.123Z SEVERE logger message}, then the stack trace.
 *
 * <p>A server at its ceiling logs the same message thousands of times a second. So a message is written in full the
 * first 20 times, and then once for each power of ten, with its count. Thread-safe.
 */
final class ServerLog extends Handler {

    private static final int WRITTEN_IN_FULL = 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    // Loggers that write much at start-up and say nothing about a ceiling. Held here, because the log manager has
    // only weak references to loggers.
    private static final List<Logger> QUIET = List.of(Logger.getLogger("org.atmosphere"));

    private final PrintStream out;
    private final RepeatCounter repeats = new RepeatCounter();

    ServerLog(PrintStream out) {
        this.out = out;
        setFormatter(new OneLine());
    }

    /** Replaces all other log handlers of this JVM. */
    static void install() {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        root.addHandler(
                new ServerLog(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8)));
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    }

    @Override
    public void publish(LogRecord record) {
        if (!isLoggable(record)) {
            return;
        }
        try {
            long times = repeats.count(record);
            if (times <= WRITTEN_IN_FULL || isPowerOfTen(times)) {
                String line = getFormatter().format(record);
                out.print(times <= WRITTEN_IN_FULL ? line : firstLine(line) + " (repeated " + times + " times)\n");
                out.flush();
            }
        } catch (OutOfMemoryError e) {
            // The logging thread belongs to the container and may be the one that accepts connections; logging must not
            // end it.
            out.println(record.getMessage());
        }
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }

    private static boolean isPowerOfTen(long value) {
        long rest = value;
        while (rest % 10 == 0) {
            rest /= 10;
        }
        return rest == 1;
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    private static final class OneLine extends Formatter {

        @Override
        public String format(LogRecord record) {
            StringWriter text = new StringWriter();
            text.append(TIME.format(Instant.ofEpochMilli(record.getMillis())))
                    .append(' ')
                    .append(record.getLevel().getName())
                    .append(' ')
                    .append(String.valueOf(record.getLoggerName()))
                    .append(' ')
                    .append(String.valueOf(formatMessage(record)))
                    .append('\n');
            Throwable thrown = record.getThrown();
            if (thrown != null) {
                thrown.printStackTrace(new PrintWriter(text, true));
            }
            return text.toString();
        }
    }
}
