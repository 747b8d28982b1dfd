package io.ceiling.webapp;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One recursion: its levels that wait for the next one, and whether it still moves.
 *
 * <p>Thread-safe. Levels only push and pop the stack of pending calls and count progress, without a lock and without a
 * timer of their own, so that ten thousand of them can unwind at once. {@link #watch} is called by one thread, the
 * watchdog.
 */
final class Chain {

    private final String id;
    private final SelfCall selfCall;
    private final long stallNanos;
    private final AtomicReference<@Nullable PendingCall> deepestCall = new AtomicReference<>();
    private final AtomicLong progress = new AtomicLong();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile int deepestLevel;
    private volatile boolean ended;

    private long seenProgress;
    private long quietNanos;
    private boolean brokenBefore;
    private long endedNanos;

    Chain(String id, SelfCall selfCall, int stallMillis) {
        this.id = id;
        this.selfCall = selfCall;
        this.stallNanos = stallMillis * 1_000_000L;
    }

    /** 128 random bits in hexadecimal. Whoever knows them may enter a level of this chain. */
    String id() {
        return id;
    }

    SelfCall selfCall() {
        return selfCall;
    }

    /** Deepest level entered before the chain failed. */
    int deepestLevel() {
        return deepestLevel;
    }

    /**
     * A level begins. False if the chain has failed or ended: this level waited in a queue while the chain unwound, must
     * not go deeper, and does not count.
     */
    boolean enter(int level) {
        if (ended || failure.get() != null) {
            return false;
        }
        // Levels are entered one after the other, each by the call of the one before.
        deepestLevel = Math.max(deepestLevel, level);
        progress.incrementAndGet();
        return true;
    }

    /** A level's call begins, before anything of it can block. */
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

    /** A level's call ended, either way. */
    void pop(PendingCall call) {
        call.end();
        deepestPendingCall();
        progress.incrementAndGet();
    }

    /** Drops the calls that ended from the top of the stack; they may end in any order when several are broken off. */
    private @Nullable PendingCall deepestPendingCall() {
        PendingCall top = deepestCall.get();
        while (top != null && top.ended()) {
            deepestCall.compareAndSet(top, top.shallower());
            top = deepestCall.get();
        }
        return top;
    }

    /** Ends the growth of this chain; the first reason is the one that all levels tell. */
    void fail(String reason) {
        failure.compareAndSet(null, reason);
    }

    /** What the level must answer that found the end of this chain. */
    byte[] answer() {
        return Reached.answer(deepestLevel, failure.get());
    }

    /** The first level has its answer. */
    void end() {
        ended = true;
    }

    /**
     * Looks whether a level was entered or left since the last time, and breaks off the deepest pending call if none was
     * for the stall time. If even that sets nothing in motion, all calls are broken off: a server whose threads are all
     * stuck would otherwise take the stall time for each level.
     *
     * @param elapsedNanos since the last look, without pauses of the whole JVM
     */
    void watch(long elapsedNanos) {
        if (ended) {
            endedNanos += elapsedNanos;
            return;
        }
        long now = progress.get();
        if (now != seenProgress) {
            seenProgress = now;
            quietNanos = 0;
            return;
        }
        quietNanos += elapsedNanos;
        if (quietNanos < stallNanos) {
            return;
        }
        quietNanos = 0;
        PendingCall call = deepestPendingCall();
        if (call == null) {
            return;
        }
        String reason =
                "stalled: level %d did not answer within %d ms".formatted(call.level() + 1, stallNanos / 1_000_000);
        fail(reason);
        if (!brokenBefore) {
            brokenBefore = true;
            call.breakOff(reason);
            return;
        }
        for (PendingCall any = call; any != null; any = any.shallower()) {
            any.breakOff(reason);
        }
    }

    /** Time since the end of this chain; zero while it runs. For the watchdog alone. */
    long endedNanos() {
        return endedNanos;
    }
}
