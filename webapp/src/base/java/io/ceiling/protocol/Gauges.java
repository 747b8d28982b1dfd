package io.ceiling.protocol;

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
 * Counters that can be read from outside even if this process hangs or was killed: little-endian 64-bit numbers in a
 * memory-mapped file, or in plain memory without a file. Thread-safe; no method blocks or allocates.
 */
public final class Gauges {

    /** {@code CEILING1} in ASCII, little-endian. */
    static final long MAGIC = 0x31474E494C494543L;

    static final int FILE_BYTES = 4096;

    private static final VarHandle COUNTERS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer buffer;

    private Gauges(ByteBuffer buffer) {
        this.buffer = buffer;
        for (Gauge gauge : Gauge.values()) {
            COUNTERS.setVolatile(buffer, gauge.offset(), 0L);
        }
        COUNTERS.setVolatile(buffer, 0, MAGIC);
    }

    /** Returns counters in the file of that name, or in memory if it is empty. */
    public static Gauges of(String file) {
        return file.isEmpty() ? inMemory() : inFile(Path.of(file));
    }

    /** Returns counters in plain memory. The buffer is direct, because a heap buffer has no atomic operations. */
    static Gauges inMemory() {
        return new Gauges(ByteBuffer.allocateDirect(FILE_BYTES));
    }

    /**
     * Returns counters in an existing file of at least {@value #FILE_BYTES} bytes, all set to zero.
     *
     * @throws IllegalStateException if there is no such file
     */
    static Gauges inFile(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) < FILE_BYTES) {
                throw new IllegalStateException("ceiling.gauges must name an existing file of at least %d bytes, was %s"
                        .formatted(FILE_BYTES, file));
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return new Gauges(channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
            }
        } catch (IOException e) {
            throw new IllegalStateException("ceiling.gauges: cannot map %s: %s".formatted(file, e), e);
        }
    }

    public void increment(Gauge gauge) {
        long ignored = (long) COUNTERS.getAndAdd(buffer, gauge.offset(), 1L);
    }

    public void decrement(Gauge gauge) {
        long ignored = (long) COUNTERS.getAndAdd(buffer, gauge.offset(), -1L);
    }

    public void add(Gauge gauge, long amount) {
        long ignored = (long) COUNTERS.getAndAdd(buffer, gauge.offset(), amount);
    }

    public void set(Gauge gauge, long value) {
        COUNTERS.setVolatile(buffer, gauge.offset(), value);
    }

    /** Raises the counter to this value unless it is higher already. */
    public void raise(Gauge gauge, long value) {
        long seen = value(gauge);
        while (seen < value && !COUNTERS.compareAndSet(buffer, gauge.offset(), seen, value)) {
            seen = value(gauge);
        }
    }

    public long value(Gauge gauge) {
        return (long) COUNTERS.getVolatile(buffer, gauge.offset());
    }
}
