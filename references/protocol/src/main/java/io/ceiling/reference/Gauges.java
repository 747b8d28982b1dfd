package io.ceiling.reference;

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
 * The counters that can be read from outside while the process hangs or after it was killed, in the file of the web
 * application's format. Thread-safe; no method blocks or allocates.
 */
public final class Gauges {

    /** System property with the path of the file; without it the counters are in memory. */
    private static final String PROPERTY = "ceiling.gauges";

    /** {@code CEILING1} in ASCII, little-endian. */
    private static final long MAGIC = 0x31474E494C494543L;

    private static final int FILE_BYTES = 4096;
    /** Offset of the longest pause, which the web application measures and a reference does not. */
    private static final int LONGEST_PAUSE = Long.BYTES * 18;

    private static final long NOT_SEEN = -1;

    private static final VarHandle COUNTERS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer buffer;

    private Gauges(ByteBuffer buffer) {
        this.buffer = buffer;
        COUNTERS.setVolatile(buffer, LONGEST_PAUSE, NOT_SEEN);
        COUNTERS.setVolatile(buffer, 0, MAGIC);
    }

    /** Returns counters in memory. */
    public static Gauges inMemory() {
        return new Gauges(ByteBuffer.allocateDirect(FILE_BYTES));
    }

    /**
     * Returns the counters in the file that the system property {@code ceiling.gauges} names, or in memory without it.
     *
     * @throws IllegalStateException if there is no such file of at least 4096 bytes
     */
    public static Gauges ofThisProcess() {
        String name = System.getProperty(PROPERTY, "");
        return name.isEmpty() ? inMemory() : inFile(Path.of(name));
    }

    private static Gauges inFile(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) < FILE_BYTES) {
                throw new IllegalStateException("%s must name an existing file of at least %d bytes, was %s"
                        .formatted(PROPERTY, FILE_BYTES, file));
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return new Gauges(channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
            }
        } catch (IOException e) {
            throw new IllegalStateException("%s: cannot map %s: %s".formatted(PROPERTY, file, e), e);
        }
    }

    public void increment(Gauge gauge) {
        add(gauge, 1);
    }

    public void decrement(Gauge gauge) {
        add(gauge, -1);
    }

    public void add(Gauge gauge, long amount) {
        long ignored = (long) COUNTERS.getAndAdd(buffer, gauge.offset(), amount);
    }

    public void set(Gauge gauge, long value) {
        COUNTERS.setVolatile(buffer, gauge.offset(), value);
    }

    public long value(Gauge gauge) {
        return (long) COUNTERS.getVolatile(buffer, gauge.offset());
    }
}
