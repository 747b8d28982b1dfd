package io.ceiling.load.channels;

/**
 * The message numbers that one client has received: the highest, and which of the 64 before it.
 *
 * <p>The first number received is the beginning, since a channel may be older than its client. A number before the
 * beginning that arrives later is out of order, but was never missing.
 */
final class MessageNumbers {

    private static final int WINDOW = 64;
    private static final int NONE = 0;

    private long highest = NONE;
    // Bit i is set if last - 1 - i was received.
    private long receivedBits;
    // Difference between the highest number and the first; exact up to the window, beyond which it is not used.
    private byte sinceFirst;

    void add(long number, ChannelTally counts) {
        if (highest == NONE) {
            highest = number;
        } else if (number > highest) {
            counts.missing += number - highest - 1;
            advance(number);
        } else if (isReceived(number)) {
            counts.duplicates++;
        } else {
            receivedBits |= 1L << bit(number);
            counts.outOfOrder++;
            if (highest - number < sinceFirst) {
                counts.missing--;
            }
        }
    }

    private void advance(long number) {
        long distance = number - highest;
        sinceFirst = (byte) Math.min(sinceFirst + distance, WINDOW + 1);
        receivedBits = distance < WINDOW ? receivedBits << distance : 0;
        highest = number;
        if (distance <= WINDOW) {
            receivedBits |= 1L << (distance - 1);
        }
    }

    private boolean isReceived(long number) {
        return number == highest || highest - number > WINDOW || (receivedBits >>> bit(number) & 1) != 0;
    }

    private long bit(long number) {
        return highest - number - 1;
    }
}
