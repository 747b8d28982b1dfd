package io.ceiling.load.channels;

import io.ceiling.load.loop.SplitMix64;

/**
 * The messages that an agent publishes: bursts with a fixed pause and without jitter, each message to a channel drawn
 * at random.
 *
 * @param messages number of messages of a burst, all intended to be sent at its start
 * @param elementsBytes size of a message's elements in bytes, 32..8192: two stamps of 16 digits, and padding
 * @param pauseNanos time from the intended start of a burst to that of the next, in nanoseconds
 * @param identifiers number of channels; every message goes to one of 0 to identifiers - 1
 * @param durationNanos time in nanoseconds from the start of the first burst, before which all bursts are intended to
 *     start; 0 for no burst
 * @param seed seed of the draws; the same seed gives the same channels in the same order, however many event loops
 *     publish
 */
public record Bursts(int messages, int elementsBytes, long pauseNanos, int identifiers, long durationNanos, long seed) {

    // Maximum size of elements that fits into the send buffer of an event loop together with the rest of the request.
    private static final int MAX_ELEMENTS_BYTES = 8192;

    /** No bursts; publishing ends. */
    public static final Bursts NONE = new Bursts(1, PublishText.STAMPS_DIGITS, 1, 1, 0, 0);

    public Bursts {
        if (messages < 1) {
            throw new IllegalArgumentException("messages of a burst must be >= 1, were %d".formatted(messages));
        }
        if (elementsBytes < PublishText.STAMPS_DIGITS || elementsBytes > MAX_ELEMENTS_BYTES) {
            throw new IllegalArgumentException("elements must have %d..%d bytes, had %d"
                    .formatted(PublishText.STAMPS_DIGITS, MAX_ELEMENTS_BYTES, elementsBytes));
        }
        if (pauseNanos < 1) {
            throw new IllegalArgumentException("pause between bursts must be > 0, was %d ns".formatted(pauseNanos));
        }
        if (identifiers < 1) {
            throw new IllegalArgumentException("identifiers must be >= 1, were %d".formatted(identifiers));
        }
        if (durationNanos < 0) {
            throw new IllegalArgumentException("duration must be >= 0, was %d ns".formatted(durationNanos));
        }
    }

    public long count() {
        return durationNanos == 0 ? 0 : (durationNanos - 1) / pauseNanos + 1;
    }

    /**
     * Returns the channel of a message.
     *
     * @param message index of the message; 0 for the first message of the first burst
     */
    int identifier(long message) {
        long mixed = SplitMix64.at(seed, message);
        return (int) (((mixed >>> 32) * identifiers) >>> 32);
    }
}
