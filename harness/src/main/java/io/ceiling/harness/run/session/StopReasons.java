package io.ceiling.harness.run.session;

import io.ceiling.harness.model.LimitingFactor;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Why a ramp must not go on although nothing has broken: the host has to keep memory for everything else that it
 * runs, and who asks a server that is not ours may not go on for ever.
 *
 * <p>A reason that has once held stays. Memory is read ten times a second at most, however often it is asked for.
 */
public final class StopReasons {

    private static final long PERIOD_NANOS = 100_000_000;

    private final LongSupplier memoryAvailableBytes;
    private final long memoryFloorBytes;
    private final LongSupplier nanoTime;
    private final Optional<Duration> timeLimit;
    private final long startNanos;
    private Optional<String> reason = Optional.empty();
    private boolean ofMemory;
    private boolean read;
    private long lastNanos;

    /** Without a limit of time. */
    public StopReasons(LongSupplier memoryAvailableBytes, long memoryFloorBytes, LongSupplier nanoTime) {
        this(memoryAvailableBytes, memoryFloorBytes, nanoTime, Optional.empty());
    }

    /** @param timeLimit from now on; empty for none */
    public StopReasons(
            LongSupplier memoryAvailableBytes,
            long memoryFloorBytes,
            LongSupplier nanoTime,
            Optional<Duration> timeLimit) {
        this.timeLimit = timeLimit;
        this.startNanos = nanoTime.getAsLong();
        this.memoryAvailableBytes = memoryAvailableBytes;
        this.memoryFloorBytes = memoryFloorBytes;
        this.nanoTime = nanoTime;
    }

    /** The reason; empty if the ramp may go on. Where memory cannot be seen there is no such reason. */
    public Optional<String> now() {
        long now = nanoTime.getAsLong();
        if (reason.isEmpty() && (!read || now - lastNanos >= PERIOD_NANOS)) {
            read = true;
            lastNanos = now;
            long available = memoryAvailableBytes.getAsLong();
            if (available >= 0 && available < memoryFloorBytes) {
                ofMemory = true;
                reason = Optional.of("stopped with %d MiB of memory left on this host, floor %d MiB"
                        .formatted(available >> 20, memoryFloorBytes >> 20));
            }
        }
        if (reason.isEmpty()
                && timeLimit.isPresent()
                && now - startNanos > timeLimit.get().toNanos()) {
            reason = Optional.of("stopped after %d s, the limit of its time"
                    .formatted(timeLimit.get().toSeconds()));
        }
        return reason;
    }

    /** What the reason is called, if it has a name. */
    public Optional<LimitingFactor> factor() {
        return ofMemory ? Optional.of(LimitingFactor.HOST_MEMORY) : Optional.empty();
    }
}
