package io.ceiling.rooms;

import java.time.Duration;

/**
 * The messages that members of rooms send, and the SLO that these must keep.
 *
 * @param messages messages of a burst, each to a room drawn at random
 * @param elementsBytes size of a message's payload, in bytes
 * @param time time for which each pause between bursts is measured
 * @param p99 time within which 99 % of the messages must reach each member of their room, from their intended start
 * @param maxPoints largest number of pauses that are tried in one cell of the grid
 */
public record RoomsSettings(int messages, int elementsBytes, Duration time, Duration p99, int maxPoints) {

    /** The default bursts, as in the experiment that the workload comes from (docs/rooms.md). */
    public static final RoomsSettings DEFAULT =
            new RoomsSettings(10, 50, Duration.ofSeconds(9), Duration.ofSeconds(1), 12);

    /** Smallest payload in bytes; it holds the times at which a message was to be sent and was sent. */
    public static final int MIN_ELEMENTS_BYTES = 32;

    public RoomsSettings {
        if (messages < 1 || elementsBytes < MIN_ELEMENTS_BYTES || elementsBytes > 8192 || maxPoints < 1) {
            throw new IllegalArgumentException(
                    "chat needs >= 1 messages a burst, %d..8192 bytes and >= 1 points, had %d, %d and %d"
                            .formatted(MIN_ELEMENTS_BYTES, messages, elementsBytes, maxPoints));
        }
        if (time.compareTo(Duration.ofSeconds(3)) < 0 || p99.isNegative() || p99.isZero()) {
            throw new IllegalArgumentException(
                    "chat needs a time >= 3 s and a p99 > 0, had %s and %s".formatted(time, p99));
        }
    }
}
