package io.ceiling.harness.run;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Why a ramp must not go on although nothing has broken: the host has to keep memory for everything else that it runs.
 *
 * <p>A reason that has once held stays. Memory is read ten times a second at most, however often it is asked for.
 */
final class StopReasons {

    private static final long PERIOD_NANOS = 100_000_000;

    private final LongSupplier memoryAvailableBytes;
    private final long memoryFloorBytes;
    private final LongSupplier nanoTime;
    private Optional<String> reason = Optional.empty();
    private boolean read;
    private long lastNanos;

    StopReasons(LongSupplier memoryAvailableBytes, long memoryFloorBytes, LongSupplier nanoTime) {
        this.memoryAvailableBytes = memoryAvailableBytes;
        this.memoryFloorBytes = memoryFloorBytes;
        this.nanoTime = nanoTime;
    }

    /** The reason; empty if the ramp may go on. Where memory cannot be seen there is no such reason. */
    Optional<String> now() {
        long now = nanoTime.getAsLong();
        if (reason.isEmpty() && (!read || now - lastNanos >= PERIOD_NANOS)) {
            read = true;
            lastNanos = now;
            long available = memoryAvailableBytes.getAsLong();
            if (available >= 0 && available < memoryFloorBytes) {
                reason = Optional.of("stopped with %d MiB of memory left on this host, floor %d MiB"
                        .formatted(available >> 20, memoryFloorBytes >> 20));
            }
        }
        return reason;
    }
}
