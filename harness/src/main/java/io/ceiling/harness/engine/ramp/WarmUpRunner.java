package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.verdict.ramp.Steadiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Uses a server before anything counts, until it answers steadily ({@link Steadiness}) or the time for the warm-up is
 * over.
 *
 * <p>The speed of a JIT compiler must not decide a ceiling: a server whose code is still being compiled answers late at
 * levels that it holds easily some seconds later. No figure includes the warm-up.
 */
final class WarmUpRunner {

    // Time limit of a warm-up: a JVM that shares two slow processors with others has needed 20 s.
    private static final Duration BOUND = Duration.ofSeconds(30);

    private static final Duration ROUND = Duration.ofMillis(200);

    // Share of the SLO within which answers must come before twice as many connections are used: a server that serves
    // one request at a time takes twice as long then.
    private static final double EASY = 0.5;

    // A server that does not serve even one connection is not warmed; the first step then shows the reason.
    private static final int MAX_FAILED_ROUNDS = 4;

    private final Duration slo;
    private final Duration bound;
    private final RunClock clock;
    private final BooleanSupplier mustStop;

    /**
     * Creates the warm-ups of one scenario.
     *
     * @param slo response time that the answers of the ramp must keep
     * @param mustStop returns true once the server is gone, or this host must not be used any further
     */
    WarmUpRunner(Duration slo, RunClock clock, BooleanSupplier mustStop) {
        this(slo, BOUND, clock, mustStop);
    }

    private WarmUpRunner(Duration slo, Duration bound, RunClock clock, BooleanSupplier mustStop) {
        this.slo = slo;
        this.bound = bound;
        this.clock = clock;
        this.mustStop = mustStop;
    }

    /** Returns the same warm-ups with a time limit of at least that time. */
    WarmUpRunner withBound(Duration atLeast) {
        return new WarmUpRunner(slo, atLeast.compareTo(bound) > 0 ? atLeast : bound, clock, mustStop);
    }

    /** A way to use a server. */
    interface WarmUpStrategy {

        /**
         * The outcome of one use.
         *
         * @param opened connections, or levels of a recursion
         * @param failed connections or levels of these that were not served
         * @param slowestNanos time within which at least 99 % of the answers came, in ns
         * @param isRepresentative false while the use is easier than the traffic of the ramp
         * @param isFinal true if the server must not be used for another round
         * @param staysOpen true if what was opened stays open, so that a limit of number ends the warm-up
         */
        record WarmUpOutcome(
                long opened,
                long failed,
                long slowestNanos,
                boolean isRepresentative,
                boolean isFinal,
                boolean staysOpen) {

            /** Creates the outcome of a use that closes what it has opened. */
            WarmUpOutcome(long opened, long failed, long slowestNanos, boolean counts, boolean last) {
                this(opened, failed, slowestNanos, counts, last, false);
            }
        }

        /**
         * Uses the server with that number of connections at once. Blocks until they are served or a time limit is
         * over.
         */
        WarmUpOutcome runRound(int connections) throws InterruptedException;

        /**
         * Closes what is open and blocks until the server has released it or a time limit is over.
         *
         * @return true if the server has released everything
         */
        boolean end() throws InterruptedException;
    }

    /**
     * Warms the server and blocks until it is steady or a bound is reached. A use that has begun is not interrupted.
     *
     * @param first connections of the first use; each easy use doubles them
     * @param mostAtOnce connections at which they are no longer doubled
     */
    WarmUp run(ServerSession session, WarmUpStrategy use, int first, int mostAtOnce) throws InterruptedException {
        long startNanos = clock.nanoTime();
        List<Steadiness.Round> rounds = new ArrayList<>();
        long opened = 0;
        int most = mostAtOnce;
        int connections = Math.min(first, most);
        int failedRounds = 0;
        boolean steady = false;
        boolean last = false;
        boolean easy = false;
        while (!steady
                && !last
                && failedRounds < MAX_FAILED_ROUNDS
                && clock.nanoTime() - startNanos < bound.toNanos()
                && !mustStop.getAsBoolean()) {
            long roundStart = clock.nanoTime();
            Observation compilationBefore = session.compilationNanos();
            long slowest = 0;
            boolean grows;
            WarmUpStrategy.WarmUpOutcome used;
            do {
                boolean easyBefore = easy;
                used = use.runRound(connections);
                easy = used.opened() == 0
                        ? easyBefore
                        : used.failed() == 0 && used.slowestNanos() <= EASY * slo.toNanos();
                // Quick answers, and then none: a limit of number has come before the end of the warm-up.
                steady = easyBefore
                        && used.failed() > 0
                        && used.staysOpen()
                        && session.exitCode().isEmpty();
                opened += used.opened();
                slowest = Math.max(slowest, used.slowestNanos());
                grows = easy && connections < most;
                clock.pause();
            } while (used.failed() == 0
                    && !grows
                    && used.isRepresentative()
                    && !used.isFinal()
                    && clock.nanoTime() - roundStart < ROUND.toNanos()
                    && !mustStop.getAsBoolean());
            last = used.isFinal();
            if (used.isRepresentative() && !grows) {
                rounds.add(new Steadiness.Round(
                        clock.nanoTime() - roundStart,
                        slowest,
                        session.compilationNanos().since(compilationBefore),
                        used.failed()));
            }
            steady = steady || Steadiness.isSteady(rounds, slo, session.processors());
            failedRounds = used.failed() == 0 ? 0 : connections == 1 ? failedRounds + 1 : failedRounds;
            if (used.failed() > 0) {
                most = Math.max(1, connections / 2);
            }
            connections = Math.min(most, grows ? 2 * connections : connections);
        }
        boolean letGo = use.end();
        long nanos = clock.nanoTime() - startNanos;
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
