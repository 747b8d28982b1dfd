package io.ceiling.webapp;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One recursion: its levels that wait for the next one, and whether it still moves. In a ring each instance has a chain of
 * the same id for the levels that it serves itself.
 *
 * <p>Thread-safe. Levels only push and pop the stack of pending calls and count progress, without a lock and without a
 * timer of their own, so that ten thousand of them can unwind at once. {@link #watch} is called by one thread, the
 * watchdog.
 *
 * <p>In a ring all instances stand still at once, and each breaks off the deepest call of its own. So the chain may break
 * above its deepest level, and what comes up from there tells less than was reached. {@link #passUp} puts that right: the
 * answer goes through every instance, and each raises it to the deepest level that it has seen.
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
    /** The level that did not answer, once the watchdog broke its call off; 0 before. */
    private volatile int stalledLevel;

    /** An answer came up: from then on the chain only unwinds. */
    private volatile boolean answered;

    private volatile boolean ended;

    private long seenProgress;
    private long quietNanos;
    private long rememberedNanos;

    /** @param ring whether some of its levels are in other instances */
    Chain(String id, SelfCall selfCall, int stallMillis, boolean ring) {
        this.id = id;
        this.selfCall = selfCall;
        this.stallNanos = stallMillis * 1_000_000L;
        this.ring = ring;
    }

    /** 128 random bits in hexadecimal. Whoever knows them may enter a level of this chain. */
    String id() {
        return id;
    }

    SelfCall selfCall() {
        return selfCall;
    }

    /** Deepest level entered here before the chain failed. */
    int deepestLevel() {
        return deepestLevel;
    }

    /**
     * A level begins. False if the chain has failed, unwinds or has ended: this level waited in a queue while the chain
     * unwound, must not go deeper, and does not count.
     */
    boolean enter(int level) {
        if (ended || answered || stalledLevel > 0 || failure.get() != null) {
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

    /** Level of the deepest call that waits for its answer; 0 if none does. */
    int depth() {
        PendingCall deepest = deepestPendingCall();
        return deepest == null ? 0 : deepest.level();
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
        String first = failure.get();
        int stalled = stalledLevel;
        if (first == null && stalled > 0) {
            first = Reached.stalled(stalled, stallNanos / 1_000_000);
        }
        return Reached.answer(deepestLevel, first);
    }

    /**
     * What the level must pass up that got this answer from the next one: the answer as it is, or, if it tells less than
     * this instance of a ring has seen, the same with the deepest level that was seen here.
     */
    byte[] passUp(byte[] answer) {
        answered = true;
        int reached = Reached.level(answer);
        if (reached < 0 || reached >= deepestLevel) {
            return answer;
        }
        if (failure.get() == null && stalledLevel == 0) {
            if (!Reached.tellsStall(answer)) {
                return Reached.withLevel(answer, deepestLevel);
            }
            // What stood still above our deepest level waited for what that level waits for.
            stalledLevel = deepestLevel + 1;
        }
        return answer();
    }

    /** The first level here has its answer, so nobody waits for what is still pending. */
    void end() {
        ended = true;
        breakOffAll(deepestPendingCall());
    }

    /**
     * Looks whether a level was entered or left since the last time, and breaks off the deepest pending call if none was
     * for the stall time. If even that sets nothing in motion, all calls are broken off: a server whose threads are all
     * stuck would otherwise take the stall time for each level.
     *
     * <p>Allocates nothing, since a heap that is full is one of the stalls.
     *
     * @param elapsedNanos since the last look, without pauses of the whole JVM
     * @return whether calls were broken off
     */
    boolean watch(long elapsedNanos) {
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
            call.breakOff();
            return true;
        }
        breakOffAll(call);
        return true;
    }

    /**
     * In a ring the deepest call should be broken off first. It does not matter where every instance has levels above the
     * break; where some have but one, at small level numbers, those wait longer the nearer they are to the first.
     */
    private long patienceNanos(int level) {
        return ring ? stallNanos + stallNanos / level : stallNanos;
    }

    private static void breakOffAll(@Nullable PendingCall deepest) {
        for (PendingCall any = deepest; any != null; any = any.shallower()) {
            any.breakOff();
        }
    }

    boolean ended() {
        return ended;
    }

    /** Time that this chain has been remembered since its end, with what is added now; for the watchdog alone. */
    long rememberedNanos(long elapsedNanos) {
        rememberedNanos += elapsedNanos;
        return rememberedNanos;
    }
}
