package io.ceiling.harness.run.ramp;

import io.ceiling.harness.model.WarmUp;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.harness.verdict.Steadiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Uses a server before anything counts, until it answers steadily ({@link Steadiness}) or the time for that is over.
 *
 * <p>How fast a JIT compiler is must decide no ceiling: a server that is still being compiled answers late at levels that it
 * holds easily some seconds later. Nothing of this enters a figure.
 */
final class Warming {

    /** A JVM that shares two slow processors with others has needed 20 s. */
    private static final Duration BOUND = Duration.ofSeconds(30);

    private static final Duration ROUND = Duration.ofMillis(200);

    /** A server that serves not even one connection is not warmed; the first step tells what it lacks. */
    private static final int MOST_FAILED_ROUNDS = 4;

    private final Duration slo;
    private final Waiting waiting;
    private final BooleanSupplier mustStop;

    /**
     * Makes the warm-ups of one scenario.
     *
     * @param slo what the answers of the ramp are held against
     * @param mustStop tells that the server is gone, or that this host must not be used any further
     */
    Warming(Duration slo, Waiting waiting, BooleanSupplier mustStop) {
        this.slo = slo;
        this.waiting = waiting;
        this.mustStop = mustStop;
    }

    /** One way to use a server. */
    interface Use {

        /**
         * Says what one use led to.
         *
         * @param opened connections, or levels of a recursion
         * @param failed of these, not served
         * @param slowestNanos 99 % of the answers were at least that fast
         * @param counts false while the use is not yet as hard as that of the ramp
         * @param last true if the server cannot be used any further
         */
        record Outcome(long opened, long failed, long slowestNanos, boolean counts, boolean last) {}

        /** Uses the server with so many connections at once; blocks until they were served, for a bounded time. */
        Outcome once(int connections) throws InterruptedException;

        /** Closes what is open, blocks until the server has let go of it, for a bounded time, and returns whether it has. */
        boolean end() throws InterruptedException;
    }

    /** Blocks until the server is steady, or a bound is met; a use that has begun is not broken off. */
    WarmUp warm(ServerSession session, Use use, int connections) throws InterruptedException {
        long startNanos = waiting.nanoTime();
        List<Steadiness.Round> rounds = new ArrayList<>();
        long opened = 0;
        int now = connections;
        int failedRounds = 0;
        boolean steady = false;
        boolean last = false;
        while (!steady
                && !last
                && failedRounds < MOST_FAILED_ROUNDS
                && waiting.nanoTime() - startNanos < BOUND.toNanos()
                && !mustStop.getAsBoolean()) {
            long roundStart = waiting.nanoTime();
            long compilationBefore = session.compilationNanos();
            long slowest = 0;
            Use.Outcome used;
            do {
                used = use.once(now);
                opened += used.opened();
                slowest = Math.max(slowest, used.slowestNanos());
                waiting.pause();
            } while (used.failed() == 0
                    && used.counts()
                    && !used.last()
                    && waiting.nanoTime() - roundStart < ROUND.toNanos()
                    && !mustStop.getAsBoolean());
            last = used.last();
            if (used.counts()) {
                rounds.add(new Steadiness.Round(
                        waiting.nanoTime() - roundStart,
                        slowest,
                        compilationBefore < 0 ? -1 : session.compilationNanos() - compilationBefore,
                        used.failed()));
            }
            steady = Steadiness.reached(rounds, slo, session.processors());
            failedRounds = used.failed() == 0 ? 0 : now == 1 ? failedRounds + 1 : failedRounds;
            now = used.failed() == 0 ? now : Math.max(1, now / 2);
        }
        boolean letGo = use.end();
        long nanos = waiting.nanoTime() - startNanos;
        if (steady && letGo) {
            return new WarmUp(opened, nanos, 1, 0, "");
        }
        return new WarmUp(
                opened,
                nanos,
                1,
                1,
                steady ? "the server still held what its warm-up had closed" : Steadiness.describe(rounds));
    }
}
