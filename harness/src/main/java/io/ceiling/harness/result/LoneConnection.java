package io.ceiling.harness.result;

import io.ceiling.harness.reading.Occupants;
import java.time.Duration;

/**
 * The outcome of one connection that was opened after a failure, without other load.
 *
 * @param outcome whether it was served
 * @param idleTime for how long the server had had no other load of this probe
 * @param failure what came in place of an answer; empty if it was served
 * @param places where the threads of the server were meanwhile, in words; empty if not seen
 * @param occupants what took the places of the server meanwhile
 */
public record LoneConnection(
        ConnectionOutcome outcome, Duration idleTime, String failure, String places, Occupants occupants) {

    /** No connection was opened, as after a step that passed. */
    public static final LoneConnection NOT_OPENED =
            new LoneConnection(ConnectionOutcome.UNDECIDED, Duration.ZERO, "", "", Occupants.NOT_SEEN);

    /** The outcomes of that connection. */
    public enum ConnectionOutcome {
        SERVED,
        /** The connection was not served, and nothing changed in the server while it waited. */
        STUCK,
        /** No connection was opened, the server is gone, or it was still busy with earlier load. */
        UNDECIDED
    }

    /** Returns true if the server serves nobody although it has no load. */
    public boolean isStuck() {
        return outcome == ConnectionOutcome.STUCK;
    }

    public static LoneConnection served() {
        return new LoneConnection(ConnectionOutcome.SERVED, Duration.ZERO, "", "", Occupants.NOT_SEEN);
    }
}
