package io.ceiling.harness.engine.session;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.LimitingFactor;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The reasons to stop a ramp although nothing has failed: each host must keep memory for its other processes, and the
 * load on an external server is limited in time.
 *
 * <p>A reason, once it applies, applies for good. Memory is read at most ten times a second, however often {@link #currentReason}
 * is called. Not thread-safe.
 */
public final class StopReasons {

    private static final long PERIOD_NANOS = 100_000_000;

    private final Supplier<Observation> memoryAvailableBytes;
    private final LongFunction<Optional<String>> shares;
    private final long memoryFloorBytes;
    private final Supplier<Optional<String>> shortElsewhere;
    private final LongSupplier nanoTime;
    private final Optional<Duration> timeLimit;
    private final long startNanos;
    private Optional<String> reason = Optional.empty();
    private boolean ofMemory;
    private boolean read;
    private long lastNanos;

    /** Creates the reasons without a time limit. */
    public StopReasons(Supplier<Observation> memoryAvailableBytes, long memoryFloorBytes, LongSupplier nanoTime) {
        this(
                memoryAvailableBytes,
                available -> Optional.empty(),
                memoryFloorBytes,
                Optional::empty,
                nanoTime,
                Optional.empty());
    }

    /**
     * Creates the reasons; the time limit begins now.
     *
     * @param shares sentence about the users of this host's memory, for the available bytes; empty if unknown
     * @param shortElsewhere sentence about another host that is short of memory; empty if none is
     * @param timeLimit time limit; empty for none
     */
    StopReasons(
            Supplier<Observation> memoryAvailableBytes,
            LongFunction<Optional<String>> shares,
            long memoryFloorBytes,
            Supplier<Optional<String>> shortElsewhere,
            LongSupplier nanoTime,
            Optional<Duration> timeLimit) {
        this.timeLimit = timeLimit;
        this.startNanos = nanoTime.getAsLong();
        this.memoryAvailableBytes = memoryAvailableBytes;
        this.shares = shares;
        this.memoryFloorBytes = memoryFloorBytes;
        this.shortElsewhere = shortElsewhere;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the reason to stop; empty if the ramp may go on. If the available memory cannot be seen, it is no reason.
     */
    public Optional<String> currentReason() {
        long now = nanoTime.getAsLong();
        if (reason.isEmpty() && (!read || now - lastNanos >= PERIOD_NANOS)) {
            read = true;
            lastNanos = now;
            Observation available = memoryAvailableBytes.get();
            if (available.isSeen() && !available.isAtLeast(memoryFloorBytes)) {
                ofMemory = true;
                reason = Optional.of("stopped with %d MiB of memory left on this host, floor %d MiB%s"
                        .formatted(
                                available.orElse(0) >> 20,
                                memoryFloorBytes >> 20,
                                shares.apply(available.orElse(0))
                                        .map("; "::concat)
                                        .orElse("")));
            } else {
                reason = shortElsewhere.get();
                ofMemory = reason.isPresent();
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

    /** Returns true once that server is gone, or must not be used any further. */
    public boolean mustStop(ServerSession server) {
        return server.exitCode().isPresent() || currentReason().isPresent();
    }

    /** Returns the limiting factor that the reason stands for; empty for the time limit. */
    public Optional<LimitingFactor> factor() {
        return ofMemory ? Optional.of(LimitingFactor.HOST_MEMORY) : Optional.empty();
    }
}
