package io.ceiling.webapp.recursion;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One recursion in this WAR: its levels that wait for the next one, and whether it still progresses. In a ring, each
 * instance has a chain of the same id for its own levels.
 *
 * <p>Thread-safe. Levels only push and pop the stack of pending calls and count progress, without a lock and without
 * timers of their own, so that ten thousand of them can unwind at once. Only the watchdog calls {@link #checkProgress}.
 *
 * <p>In a ring all instances stall at the same time, and each breaks off its own deepest call. The chain may therefore
 * break above its deepest level, and the answer from there reports less than was reached. {@link #passUp} corrects
 * this: the answer passes through every instance, and each raises it to the deepest level that it has seen.
 */
final class Chain {

    private final String id;
    private final SelfCall selfCall;
    private final long stallNanos;
    private final boolean ring;
    private final AtomicReference<@Nullable PendingCall> deepestCall = new AtomicReference<>();
    private final AtomicLong progress = new AtomicLong();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile int deepestLevel;
    // Number of the level that did not answer, once the watchdog has broken off its call; 0 before.
    private volatile int stalledLevel;

    // True once an answer was passed up; from then on the chain only unwinds.
    private volatile boolean answered;

    private volatile boolean ended;

    private long seenProgress;
    private long quietNanos;
    private long ageNanos;

    /**
     * Creates a chain without levels.
     *
     * @param id 128 random bits in hexadecimal
     * @param selfCall creates the requests to the next level
     * @param stallMillis time without progress after which a call is broken off
     * @param ring true if some levels of the recursion are in other instances
     */
    Chain(String id, SelfCall selfCall, int stallMillis, boolean ring) {
        this.id = id;
        this.selfCall = selfCall;
        this.stallNanos = stallMillis * 1_000_000L;
        this.ring = ring;
    }

    /** Returns the id, 128 random bits in hexadecimal. A client that knows it may enter a level of this chain. */
    String id() {
        return id;
    }

    SelfCall selfCall() {
        return selfCall;
    }

    /** Returns the deepest level entered here before the chain failed. */
    int deepestLevel() {
        return deepestLevel;
    }

    /**
     * Records that a level begins. Returns false if the chain has failed, unwinds or has ended: the level was queued
     * while the chain unwound, must not call the next one, and does not count.
     */
    boolean enter(int level) {
        if (ended || answered || stalledLevel > 0 || failure.get() != null) {
            return false;
        }
        // No race: levels are entered one after the other, each by the call of the one before.
        deepestLevel = Math.max(deepestLevel, level);
        progress.incrementAndGet();
        return true;
    }

    /** Adds a call to the next level. To be called before anything of the call can block. */
    void push(PendingCall call) {
        PendingCall top = deepestCall.get();
        while (true) {
            call.shallower(top);
            if (deepestCall.compareAndSet(top, call)) {
                return;
            }
            top = deepestCall.get();
        }
    }

    /** Removes a call, which was answered or has failed. */
    void pop(PendingCall call) {
        call.end();
        deepestPendingCall();
        progress.incrementAndGet();
    }

    // Removes ended calls from the top of the stack, and returns the top; null if no call is pending. Calls may end
    // in any order when several are broken off.
    private @Nullable PendingCall deepestPendingCall() {
        PendingCall top = deepestCall.get();
        while (top != null && top.ended()) {
            deepestCall.compareAndSet(top, top.shallower());
            top = deepestCall.get();
        }
        return top;
    }

    /** Stops the growth of this chain. Only the first reason counts, and all levels report it. */
    void fail(String reason) {
        failure.compareAndSet(null, reason);
    }

    /** Returns the answer of the level at which this chain ended. */
    byte[] answer() {
        String first = failure.get();
        int stalled = stalledLevel;
        if (first == null && stalled > 0) {
            first = RecursionAnswer.stalled(stalled, stallNanos / 1_000_000);
        }
        return RecursionAnswer.answer(deepestLevel, first);
    }

    /**
     * Returns the answer that a level passes up: the answer of the next level. In a ring, an answer with a lower level
     * than this instance has seen is raised to the deepest level seen here.
     */
    byte[] passUp(byte[] answer) {
        answered = true;
        int reached = RecursionAnswer.level(answer);
        if (reached < 0 || reached >= deepestLevel) {
            return answer;
        }
        if (failure.get() == null && stalledLevel == 0) {
            if (!RecursionAnswer.tellsStall(answer)) {
                return RecursionAnswer.withLevel(answer, deepestLevel);
            }
            // The level that stalled above our deepest level was waiting for the same cause as our deepest level.
            stalledLevel = deepestLevel + 1;
        }
        return answer();
    }

    /** Ends the chain: its first level here has its answer, so pending calls are broken off. */
    void end() {
        ended = true;
        abortAll(deepestPendingCall());
    }

    /**
     * Checks for progress, and breaks off the deepest pending call if no level was entered or left for the stall time.
     * If that causes no progress either, all calls are broken off: otherwise a server whose threads are all stuck would
     * need the stall time for each level.
     *
     * <p>Allocates nothing, since a full heap is one of the causes of a stall.
     *
     * @param elapsedNanos time since the last check, without pauses of the whole JVM
     * @return true if calls were broken off
     */
    boolean checkProgress(long elapsedNanos) {
        long now = progress.get();
        if (now != seenProgress) {
            seenProgress = now;
            quietNanos = 0;
            return false;
        }
        quietNanos += elapsedNanos;
        if (quietNanos < stallNanos) {
            return false;
        }
        PendingCall call = deepestPendingCall();
        if (call != null && stalledLevel == 0 && quietNanos < patienceNanos(call.level())) {
            return false;
        }
        quietNanos = 0;
        if (call == null) {
            return false;
        }
        if (stalledLevel == 0) {
            stalledLevel = call.level() + 1;
            call.abort();
            return true;
        }
        abortAll(call);
        return true;
    }

    // The order does not matter as long as every instance has levels above the break. At small level numbers, where
    // some instances have only one, those nearer to the first level wait longer.
    private long patienceNanos(int level) {
        return ring ? stallNanos + stallNanos / level : stallNanos;
    }

    private static void abortAll(@Nullable PendingCall deepest) {
        for (PendingCall any = deepest; any != null; any = any.shallower()) {
            any.abort();
        }
    }

    boolean ended() {
        return ended;
    }

    /**
     * Returns the time since the end of this chain in nanoseconds, after adding the time elapsed. Only called by the
     * watchdog.
     */
    long ageNanos(long elapsedNanos) {
        ageNanos += elapsedNanos;
        return ageNanos;
    }
}
