package io.ceiling.traffic;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.result.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Sends the traffic itself, second after second, until the median response time no longer changes.
 *
 * @param mustStop returns true once the server is gone
 */
record RequestWarmUp(RunClock clock, BooleanSupplier mustStop) {

    /** Largest number of seconds; a server that is not steady then is measured all the same, and its row says so. */
    static final int MAX_SECONDS = 30;

    /** The traffic that the server is warmed with. */
    @FunctionalInterface
    interface Traffic {

        /**
         * Sends the requests of one second and blocks until they are answered.
         *
         * @param second number of this second, from 0
         */
        SteadyMedians.Second second(int second);
    }

    /** Blocks until the server is steady, or cannot be shown to be. */
    WarmUp run(Traffic traffic) {
        long start = clock.nanoTime();
        List<SteadyMedians.Second> seconds = new ArrayList<>();
        while (!SteadyMedians.isSteady(seconds)
                && !SteadyMedians.hasTooFewAnswers(seconds)
                && seconds.size() < MAX_SECONDS
                && !mustStop.getAsBoolean()) {
            seconds.add(traffic.second(seconds.size()));
        }
        boolean steady = SteadyMedians.isSteady(seconds);
        // It is the same server that was warmed with connections before.
        return new WarmUp(
                0, clock.nanoTime() - start, 0, steady ? 0 : 1, steady ? "" : SteadyMedians.describe(seconds));
    }
}
