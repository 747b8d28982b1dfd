package io.ceiling.harness.scenario;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * The pace of requests of which one is outstanding on every connection.
 *
 * @param minThink shortest time for which a connection waits after an answer; zero for none
 * @param maxThink longest time for which it waits
 * @param perSecond requests a second over all connections of an open loop, which waits for no answer; empty for a
 *     closed loop
 */
public record RequestPace(Duration minThink, Duration maxThink, OptionalInt perSecond) {

    /** A closed loop in which each connection sends its next request as soon as it has the answer. */
    public static final RequestPace AT_ONCE = new RequestPace(Duration.ZERO, Duration.ZERO, OptionalInt.empty());

    public RequestPace {
        if (minThink.isNegative() || maxThink.compareTo(minThink) < 0) {
            throw new IllegalArgumentException(
                    "think time must be 0 <= min <= max, was %s..%s".formatted(minThink, maxThink));
        }
        if (perSecond.isPresent() && !(perSecond.getAsInt() >= 1 && maxThink.isZero())) {
            throw new IllegalArgumentException(
                    "an open loop must have >= 1 request a second and no think time, had %d and %s"
                            .formatted(perSecond.getAsInt(), maxThink));
        }
    }

    /** Returns the part of a label that identifies this pace; empty for {@link #AT_ONCE}. */
    String labelSuffix() {
        if (perSecond.isPresent()) {
            return " at %d/s".formatted(perSecond.getAsInt());
        }
        if (maxThink.isZero()) {
            return "";
        }
        return minThink.equals(maxThink)
                ? " think %dms".formatted(minThink.toMillis())
                : " think %d..%dms".formatted(minThink.toMillis(), maxThink.toMillis());
    }
}
