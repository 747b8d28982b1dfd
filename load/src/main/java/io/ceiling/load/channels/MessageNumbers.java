package io.ceiling.load.channels;

/**
 * Which numbers of its channel one client has seen: the highest, and which of the 64 before it.
 *
 * <p>The first that comes is the beginning, since a channel may be older than its client. A number before the beginning that comes
 * later is out of order, but was never missing.
 */
final class MessageNumbers {

    private static final int WINDOW = 64;
    private static final int NONE = 0;

    private long last = NONE;
    /** Bit i: whether {@code last - 1 - i} has come. */
    private long before;
    /** How far behind the highest the first is; exact up to the window, which is as far as anybody looks. */
    private byte sinceFirst;

    /** @param number > 0 */
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

    /** Of a number behind the window nobody knows; most likely it has. */
    private boolean hasCome(long number) {
        return number == last || last - number > WINDOW || (before >>> bit(number) & 1) != 0;
    }

    private long bit(long number) {
        return last - number - 1;
    }
}
