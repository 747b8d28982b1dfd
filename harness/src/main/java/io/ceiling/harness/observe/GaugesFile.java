package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.ChannelGauges;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The counters of the web application in a memory-mapped file, which can be read while the server hangs and after it
 * was killed.
 *
 * <p>The file holds little-endian signed 64-bit numbers at offset 8 x index, behind the word {@code CEILING1}.
 * Thread-safe; a read takes nanoseconds. All values are -1 until the application has mapped the file.
 */
public final class GaugesFile {

    private static final int DEEPEST_LEVEL = 1;
    private static final int RECURSION_LEVELS_NOW = 2;
    private static final int PUBLISHED = 10;
    private static final int DELIVERIES_DUE = 11;
    private static final int DELIVERIES_WRITTEN = 12;
    private static final int DELIVERIES_DROPPED = 13;
    private static final int PUBLISHED_LATE = 14;
    private static final int PUBLISHING = 15;
    private static final int CHANNELS = 16;
    private static final int CHANNEL_CLIENTS = 17;
    private static final int LONGEST_PAUSE = 18;
    private static final int SLOW_CLIENTS = 19;

    private static final int BYTES = 4096;
    private static final long MAGIC = 0x31474E494C494543L;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path path;
    private final ByteBuffer buffer;

    private GaugesFile(Path path, ByteBuffer buffer) {
        this.path = path;
        this.buffer = buffer;
    }

    /**
     * Creates the file, or clears it, for a server that is about to start.
     *
     * @throws IOException if it cannot be written or mapped
     */
    public static GaugesFile create(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(BYTES));
            return new GaugesFile(path, channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES));
        }
    }

    /**
     * Opens the file of a server that is running already.
     *
     * @throws IOException if it is no such file, or cannot be read or mapped
     */
    static GaugesFile open(Path path) throws IOException {
        // Opening a pipe would block until somebody writes to it.
        if (!Files.isRegularFile(path)) {
            throw new IOException("%s is not a file".formatted(path));
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() < BYTES) {
                throw new IOException("%s has %d bytes, expected %d".formatted(path, channel.size(), BYTES));
            }
            return new GaugesFile(path, channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES));
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the deepest level of recursion since the server started, over all chains. */
    public long deepestLevel() {
        return value(DEEPEST_LEVEL);
    }

    public long recursionLevelsNow() {
        return value(RECURSION_LEVELS_NOW);
    }

    public ChannelGauges channels() {
        return new ChannelGauges(
                new ChannelGauges.MessageCounts(
                        value(PUBLISHED),
                        value(DELIVERIES_DUE),
                        value(DELIVERIES_WRITTEN),
                        value(DELIVERIES_DROPPED),
                        value(PUBLISHED_LATE)),
                value(PUBLISHING) == 1,
                value(CHANNELS),
                value(CHANNEL_CLIENTS),
                value(LONGEST_PAUSE),
                value(SLOW_CLIENTS));
    }

    private long value(int index) {
        return (long) LONGS.getVolatile(buffer, 0) == MAGIC
                ? (long) LONGS.getVolatile(buffer, Long.BYTES * index)
                : ProcFiles.UNSEEN;
    }
}
