package io.ceiling.harness.model;

import java.time.Duration;

/**
 * What the server publishes in a step of a broadcast workload, and what is demanded of it.
 *
 * @param perSecond intended rate of messages; 0 publishes without pause: the next as soon as the last is on its way
 * @param messageBytes of one message as a client gets it
 * @param identifiers subscriber i gets the messages of identifier i mod this
 * @param time how long
 * @param p99 99 % of the messages arrive within this time of their intended start
 * @param slowEvery one of so many clients does not read; 0 for none
 */
public record Publishing(int perSecond, int messageBytes, int identifiers, Duration time, Duration p99, int slowEvery) {

    /** Smaller ones have no room for their frame and the time they were sent at. */
    public static final int LEAST_BYTES = 160;

    /** Size and number of identifiers as in the experiment that the workload comes from (docs/workloads.md). */
    public static final Publishing USUAL =
            new Publishing(1000, 1462, 10_000, Duration.ofSeconds(2), Duration.ofSeconds(1), 0);

    /** The same for so long. */
    public Publishing lasting(Duration other) {
        return new Publishing(perSecond, messageBytes, identifiers, other, p99, slowEvery);
    }

    /** Returns the same publishing to clients that all read. */
    public Publishing withoutSlowClients() {
        return new Publishing(perSecond, messageBytes, identifiers, time, p99, 0);
    }

    /** Returns the same publishing at another rate; 0 publishes without pause. */
    public Publishing at(int otherPerSecond) {
        return new Publishing(otherPerSecond, messageBytes, identifiers, time, p99, slowEvery);
    }

    public Publishing {
        if (perSecond < 0 || messageBytes < LEAST_BYTES || identifiers < 1 || slowEvery < 0) {
            throw new IllegalArgumentException(
                    "publishing needs a rate >= 0 /s, messages >= %d bytes, >= 1 identifiers, slow clients >= 0, had %d, %d, %d, %d"
                            .formatted(LEAST_BYTES, perSecond, messageBytes, identifiers, slowEvery));
        }
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || p99.isNegative() || p99.isZero()) {
            throw new IllegalArgumentException(
                    "publishing needs a time >= 1 s and a p99 > 0, had %s and %s".formatted(time, p99));
        }
    }
}
