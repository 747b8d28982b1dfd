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

    private long last = NONE;
    // Bit i is set if last - 1 - i was received.
    private long before;
    // Difference between the highest number and the first; exact up to the window, beyond which it is not used.
    private byte sinceFirst;

    void came(long number, ChannelTally counts) {
        if (last == NONE) {
            last = number;
        } else if (number > last) {
            counts.missing += number - last - 1;
            advance(number);
        } else if (hasCome(number)) {
            counts.duplicates++;
        } else {
            before |= 1L << bit(number);
            counts.outOfOrder++;
            if (last - number < sinceFirst) {
                counts.missing--;
            }
        }
    }

    private void advance(long number) {
        long by = number - last;
        sinceFirst = (byte) Math.min(sinceFirst + by, WINDOW + 1);
        before = by < WINDOW ? before << by : 0;
        last = number;
        if (by <= WINDOW) {
            before |= 1L << (by - 1);
        }
    }

    private boolean hasCome(long number) {
        return number == last || last - number > WINDOW || (before >>> bit(number) & 1) != 0;
    }

    private long bit(long number) {
        return last - number - 1;
    }
}
