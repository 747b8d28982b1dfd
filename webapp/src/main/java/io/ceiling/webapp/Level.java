package io.ceiling.webapp;

import org.jspecify.annotations.Nullable;

/**
 * One level of a recursion, entered by one request.
 *
 * @param first whether this request was the first of its chain in this WAR
 */
record Level(Chain chain, int number, int limit, boolean first) {

    boolean isLast() {
        return number >= limit;
    }

    /** Ends the chain with this failure of this level's call and gives the answer to pass up. */
    byte[] failed(@Nullable PendingCall call, Throwable thrown) {
        if (thrown instanceof LevelFailureException) {
            chain.fail("level " + (number + 1) + " " + thrown.getMessage());
        } else if (call == null || !call.brokenOff()) {
            chain.fail(Reached.describe(thrown));
        }
        return chain.answer();
    }
}
