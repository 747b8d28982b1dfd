package io.ceiling.harness.model;

import java.time.Duration;

/**
 * What the members of rooms say, and what is demanded of it.
 *
 * @param messages of a burst, each to a room drawn at random
 * @param elementsBytes size of what a message carries
 * @param time how long each pause between bursts is measured
 * @param p99 99 % of the messages are at each member of their room within this time of their intended start
 * @param mostPoints pauses that are tried for one number of users and rooms
 */
public record Chat(int messages, int elementsBytes, Duration time, Duration p99, int mostPoints) {

    /** Bursts as in the experiment that the workload comes from (docs/rooms.md). */
    public static final Chat USUAL = new Chat(10, 50, Duration.ofSeconds(9), Duration.ofSeconds(1), 12);

    /** When a message was meant to be sent, and when it was. */
    public static final int LEAST_ELEMENTS_BYTES = 32;

    public Chat {
        if (messages < 1 || elementsBytes < LEAST_ELEMENTS_BYTES || elementsBytes > 8192 || mostPoints < 1) {
            throw new IllegalArgumentException(
                    "chat needs >= 1 messages a burst, %d..8192 bytes and >= 1 points, had %d, %d and %d"
                            .formatted(LEAST_ELEMENTS_BYTES, messages, elementsBytes, mostPoints));
        }
        if (time.compareTo(Duration.ofSeconds(3)) < 0 || p99.isNegative() || p99.isZero()) {
            throw new IllegalArgumentException(
                    "chat needs a time >= 3 s and a p99 > 0, had %s and %s".formatted(time, p99));
        }
    }
}
