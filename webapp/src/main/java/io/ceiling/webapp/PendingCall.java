package io.ceiling.webapp;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A level's call to the next level, from before it connects until it has answered or failed. */
final class PendingCall {

    private final int level;
    private final Closeable connection;
    /** The call that was the deepest before this one. Written before the call is published, then read only. */
    private @Nullable PendingCall shallower;

    private volatile boolean ended;
    private volatile boolean brokenOff;

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

    /** Whether the watchdog ended this call. */
    boolean brokenOff() {
        return brokenOff;
    }

    /** Closes the connection under the waiting level, which then sees an exception. Needs no memory of its own. */
    void breakOff() {
        brokenOff = true;
        try {
            connection.close();
        } catch (IOException | OutOfMemoryError e) {
            // Closing is all that can be done; a connection that cannot be closed is no reason to spare the others.
        }
    }
}
