package io.ceiling.webapp.recursion;

import org.jspecify.annotations.Nullable;

/**
 * One level of a recursion, entered by one request.
 *
 * @param chain chain of this level
 * @param number number of this level, from 1 on
 * @param limit number of the last level
 * @param first true if this request was the first of its chain in this WAR
 */
record Level(Chain chain, int number, int limit, boolean first) {

    boolean isLast() {
        return number >= limit;
    }

    /**
     * Ends the chain with the failure of this level's call, and returns the answer to pass up.
     *
     * @param call the call; null if it was not begun
     */
    byte[] failChain(@Nullable PendingCall call, Throwable thrown) {
        if (thrown instanceof LevelFailureException) {
            chain.fail("level " + (number + 1) + " " + thrown.getMessage());
        } else if (call == null || !call.aborted()) {
            chain.fail(RecursionAnswer.describe(thrown));
        }
        return chain.answer();
    }
}
