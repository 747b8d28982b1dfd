package io.ceiling.load.loop;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of one event loop in the order of their opening, at about 4 bytes each.
 *
 * <p>A removed connection leaves a gap; gaps are closed when the array is full. Confined to the thread of its event
 * loop.
 */
public final class OpeningOrder {

    private @Nullable Connection[] slots = new Connection[64];
    private int end;
    private int size;

    public int size() {
        return size;
    }

    /** Returns the number of slots in use, gaps included. */
    public int slots() {
        return end;
    }

    /** Returns the connection in this slot; null for a gap. */
    @Nullable
    public Connection at(int slot) {
        return slots[slot];
    }

    /** Returns the served connections, oldest first. */
    @Nullable
    Connection[] served() {
        @Nullable Connection[] served = new Connection[size];
        int count = 0;
        for (int slot = 0; slot < end; slot++) {
            Connection connection = slots[slot];
            if (connection != null && connection.served()) {
                served[count++] = connection;
            }
        }
        return Arrays.copyOf(served, count);
    }

    public void add(Connection connection) {
        if (end == slots.length) {
            closeGaps(size > end / 2 ? end + end / 2 : end);
        }
        connection.slot = end;
        slots[end++] = connection;
        size++;
    }

    public void remove(Connection connection) {
        slots[connection.slot] = null;
        size--;
        while (end > 0 && slots[end - 1] == null) {
            end--;
        }
    }

    /**
     * Fails the connections whose time-outs are over, and returns the time until the next time-out, in ns;
     * {@link Long#MAX_VALUE} if none waits.
     */
    public long expire(long nowNanos) {
        long left = Long.MAX_VALUE;
        for (int slot = 0; slot < end; slot++) {
            Connection connection = slots[slot];
            if (connection != null) {
                left = Math.min(left, connection.expire(nowNanos));
            }
        }
        return left;
    }

    /** Closes the newest connections of this kind, at most {@code max} of them, and returns how many were closed. */
    public long close(long max, Predicate<Connection> kind) {
        long closed = 0;
        for (int slot = end - 1; slot >= 0 && closed < max; slot--) {
            // Closing a connection may lower the end.
            Connection connection = slot < end ? slots[slot] : null;
            if (connection != null && kind.test(connection)) {
                connection.close();
                closed++;
            }
        }
        return closed;
    }

    private void closeGaps(int capacity) {
        @Nullable Connection[] all = slots;
        int oldEnd = end;
        slots = new Connection[Math.max(capacity, 64)];
        end = 0;
        for (int i = 0; i < oldEnd; i++) {
            Connection connection = all[i];
            if (connection != null) {
                connection.slot = end;
                slots[end++] = connection;
            }
        }
        Arrays.fill(all, null);
    }
}
