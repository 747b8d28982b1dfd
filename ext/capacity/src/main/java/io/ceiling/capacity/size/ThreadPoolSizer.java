package io.ceiling.capacity.size;

import io.ceiling.harness.scenario.Scenario;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Decides the size of the pool of platform threads. Pure functions.
 *
 * <p>Formula: by Little's law rate x service time threads are busy on average. With three square roots of that more, a
 * request of a Poisson stream waits for a thread in about one of a thousand cases (square-root staffing; Halfin and Whitt,
 * Operations Research 29, 1981).
 */
final class ThreadPoolSizer {

    private static final int MIN = Sizer.MIN_THREADS;

    private static final int ROOTS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private ThreadPoolSizer() {}

    static long of(SizingGoal goal, Scenario measuredScenario, ConnectionCosts costs, int maxConnections) {
        long busy =
                busy(goal, costs).isPresent() ? withReserve(busy(goal, costs).getAsDouble()) : 0;
        return measuredScenario.holdsThread() ? maxConnections + Math.max(MIN, busy) : Math.max(MIN, busy);
    }

    /**
     * Returns the threads beyond those that the costs were measured with.
     *
     * @param maxConnections limit of connections; if each holds a thread, the costs include it
     */
    static long extraThreads(long threads, int maxConnections, Scenario measuredScenario) {
        return Math.max(0, threads - MIN - (measuredScenario.holdsThread() ? maxConnections : 0));
    }

    static String reason(SizingGoal goal, Scenario measuredScenario, ConnectionCosts costs, long threads) {
        OptionalDouble busy = busy(goal, costs);
        if (measuredScenario.holdsThread()) {
            return String.format(
                    Locale.ROOT,
                    "one for each connection, which keeps it as long as it is held, and %d more%s",
                    threads - goal.connections(),
                    busy.isPresent() ? ": " + load(goal, costs, busy.getAsDouble()) : "");
        }
        if (busy.isEmpty()) {
            return "a held connection takes no thread; these serve connections that are opened at the same time";
        }
        String load = load(goal, costs, busy.getAsDouble());
        return withReserve(busy.getAsDouble()) < MIN
                ? load + "; these serve connections that are opened at the same time"
                : load + "; three square roots of that more, so that few requests wait";
    }

    private static String load(SizingGoal goal, ConnectionCosts costs, double busy) {
        return String.format(
                Locale.ROOT,
                "%.0f a second x %.2f ms%s keep %.1f threads busy",
                goal.requestsPerSecond().orElse(0),
                1e3 * serviceNanos(goal, costs) / NANOS_PER_SECOND,
                goal.serviceNanos().isPresent() ? "" : " (p99, measured)",
                busy);
    }

    private static OptionalDouble busy(SizingGoal goal, ConnectionCosts costs) {
        return goal.requestsPerSecond().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        goal.requestsPerSecond().getAsDouble() * serviceNanos(goal, costs) / NANOS_PER_SECOND);
    }

    private static long serviceNanos(SizingGoal goal, ConnectionCosts costs) {
        return goal.serviceNanos().orElse(costs.serviceNanos());
    }

    private static long withReserve(double busy) {
        return (long) Math.ceil(busy + ROOTS * Math.sqrt(busy));
    }
}
