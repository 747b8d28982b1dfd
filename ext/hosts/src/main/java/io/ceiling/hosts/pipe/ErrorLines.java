package io.ceiling.hosts.pipe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The standard error of a node: kept until the run has a folder for it, then written there, up to a limit. Thread-safe. */
final class ErrorLines {

    private static final int MAX_BYTES = 1 << 20;
    private static final byte[] LEFT_OUT =
            "[ceiling] the rest is left out: the log has 1 MiB\n".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final Thread reader;
    private final ByteArrayOutputStream unwritten = new ByteArrayOutputStream();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private String last = "";
    private int total;
    private @Nullable Path log;

    /** Begins to read. */
    ErrorLines(InputStream in, String name) {
        this.in = in;
        this.reader = FramePipe.daemon(this::read, name + "-errors");
        reader.start();
    }

    private void read() {
        byte[] buffer = new byte[8 << 10];
        try (in) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                append(buffer, count);
            }
        } catch (IOException e) {
            // The process has ended, or its pipe is closed.
        }
    }

    private synchronized void append(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                endLine();
            } else if (line.size() < 4 * RemoteText.MAX_CHARACTERS) {
                line.write(bytes[i]);
            }
        }
        if (total >= MAX_BYTES) {
            return;
        }
        unwritten.write(bytes, 0, count);
        total += count;
        if (total >= MAX_BYTES) {
            unwritten.writeBytes(LEFT_OUT);
        }
        write();
    }

    private void endLine() {
        String text = RemoteText.line(line.toString(StandardCharsets.UTF_8).strip());
        if (!text.isEmpty()) {
            last = text;
        }
        line.reset();
    }

    /** Writes the kept lines and all later ones to that file. */
    synchronized void writeTo(Path file) {
        log = file;
        write();
    }

    private void write() {
        if (log == null || unwritten.size() == 0) {
            return;
        }
        try {
            Files.write(
                    log,
                    unwritten.toByteArray(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // No figure needs it, and the reader must go on: a node that fills its pipe would stop.
        }
        unwritten.reset();
    }

    /** Blocks until all was read, or that time is over. */
    void await(long millis) {
        try {
            reader.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the last line so far that is not empty; empty if there is none. */
    synchronized String last() {
        endLine();
        return last;
    }
}
