package io.ceiling.harness.scenario;

import java.time.Duration;

/**
 * The messages that the server publishes in a step of a workload that subscribes, and the SLO that they must keep.
 *
 * @param perSecond intended rate of messages per second; 0 publishes without pause: each message as soon as the one
 *     before is on its way
 * @param messageBytes size of one message as a client gets it, in bytes
 * @param identifiers number of identifiers; subscriber i gets the messages of identifier i mod this number
 * @param time time for which the server publishes
 * @param p99 time within which 99 % of the messages must arrive, from their intended start
 * @param slowEvery n if every n-th client does not read; 0 for none
 */
public record Publishing(int perSecond, int messageBytes, int identifiers, Duration time, Duration p99, int slowEvery) {

    /** Smallest message in bytes: it must hold the frame and the time at which it was sent. */
    public static final int MIN_BYTES = 160;

    /**
     * The default publishing, with size and number of identifiers of the experiment that the workload comes from
     * (docs/workloads.md).
     */
    public static final Publishing DEFAULT =
            new Publishing(1000, 1462, 10_000, Duration.ofSeconds(2), Duration.ofSeconds(1), 0);

    /** Returns the same publishing for another time. */
    public Publishing lasting(Duration other) {
        return new Publishing(perSecond, messageBytes, identifiers, other, p99, slowEvery);
    }

    public Publishing withoutSlowClients() {
        return new Publishing(perSecond, messageBytes, identifiers, time, p99, 0);
    }

    /** Returns the same publishing at another rate; 0 publishes without pause. */
    public Publishing at(int otherPerSecond) {
        return new Publishing(otherPerSecond, messageBytes, identifiers, time, p99, slowEvery);
    }

    public Publishing {
        if (perSecond < 0 || messageBytes < MIN_BYTES || identifiers < 1 || slowEvery < 0) {
            throw new IllegalArgumentException(
                    "publishing needs a rate >= 0 /s, messages >= %d bytes, >= 1 identifiers, slow clients >= 0, had %d, %d, %d, %d"
                            .formatted(MIN_BYTES, perSecond, messageBytes, identifiers, slowEvery));
        }
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || p99.isNegative() || p99.isZero()) {
            throw new IllegalArgumentException(
                    "publishing needs a time >= 1 s and a p99 > 0, had %s and %s".formatted(time, p99));
        }
    }
}
