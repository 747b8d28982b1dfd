package io.ceiling.webapp.recursion;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call of a level to the next one, from before it connects until it was answered or has failed. Thread-safe. */
final class PendingCall {

    private final int level;
    private final Closeable connection;
    // The call that was the deepest before this one. Written before this call is published, then only read.
    private @Nullable PendingCall shallower;

    private volatile boolean ended;
    private volatile boolean aborted;

    PendingCall(int level, Closeable connection) {
        this.level = level;
        this.connection = connection;
    }

    int level() {
        return level;
    }

    @Nullable
    PendingCall shallower() {
        return shallower;
    }

    void shallower(@Nullable PendingCall call) {
        shallower = call;
    }

    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /** Returns true if the watchdog has ended this call. */
    boolean aborted() {
        return aborted;
    }

    /** Closes the connection of the waiting level, which then gets an exception. Needs no memory. */
    void abort() {
        aborted = true;
        try {
            connection.close();
        } catch (IOException | OutOfMemoryError e) {
            // A connection that cannot be closed must not keep the others from being closed.
        }
    }
}
