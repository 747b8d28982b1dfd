package io.ceiling.harness.server;

import io.ceiling.harness.result.LogFinding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the log of a child from filling the disk: once a second, a log that has grown too long loses its middle, and
 * a line there says so.
 *
 * <p>The child itself appends to the file, so that it never waits for this process, as it would at a full pipe. What it writes
 * while the middle is cut out may be lost. Thread-safe.
 */
public final class CappedLog implements AutoCloseable {

    private static final long MAX_BYTES = 32L << 20;

    /** Bytes at the beginning, and at the end, that a log keeps whose middle is cut out. */
    public static final int KEPT_BYTES = 8 << 20;

    private static final ScheduledExecutorService LOOKING = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "log-caps");
        thread.setDaemon(true);
        return thread;
    });

    private final Path log;
    private final long mostBytes;
    private final int keptBytes;
    private final Future<?> looks;
    private long leftOutBytes;
    private int lineBytes;

    CappedLog(Path log, long mostBytes, int keptBytes) {
        this.log = log;
        this.mostBytes = mostBytes;
        this.keptBytes = keptBytes;
        this.looks = LOOKING.scheduleWithFixedDelay(this::checkSize, 1, 1, TimeUnit.SECONDS);
    }

    /**
     * Watches a log until it is closed.
     *
     * @param log file, which need not exist yet; whoever writes to it must append
     */
    public static CappedLog of(Path log) {
        return new CappedLog(log, MAX_BYTES, KEPT_BYTES);
    }

    synchronized void checkSize() {
        try {
            if (Files.size(log) > mostBytes) {
                cut();
            }
        } catch (IOException e) {
            // The log does not exist yet, or no longer.
        }
    }

    private void cut() throws IOException {
        try (FileChannel file = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer end = ByteBuffer.allocate(keptBytes);
            long from = file.size() - keptBytes;
            while (end.hasRemaining() && file.read(end, from + end.position()) >= 0) {
                // A read may return less.
            }
            end.flip();
            skipLine(end);
            leftOutBytes += from + end.position() - keptBytes - lineBytes;
            ByteBuffer line = StandardCharsets.US_ASCII.encode("\n[ceiling] %d %s: it had more than %d MiB\n"
                    .formatted(leftOutBytes, LogFinding.LEFT_OUT, mostBytes >> 20));
            lineBytes = line.remaining();
            write(file, line, keptBytes);
            write(file, end, keptBytes + lineBytes);
            file.truncate(file.position());
        }
    }

    private static void skipLine(ByteBuffer bytes) {
        while (bytes.hasRemaining() && bytes.get() != '\n') {
            // The rest of a line says little.
        }
    }

    private static void write(FileChannel file, ByteBuffer bytes, long at) throws IOException {
        file.position(at);
        while (bytes.hasRemaining()) {
            int ignored = file.write(bytes);
        }
    }

    /** Checks the size a last time. */
    @Override
    public void close() {
        boolean ignored = looks.cancel(false);
        checkSize();
    }
}
