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
final class Threads {

    private static final int MIN = Sizer.MIN_THREADS;

    private static final int ROOTS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private Threads() {}

    static long of(SizingGoal wanted, Scenario measured, ConnectionCosts costs, int accepted) {
        long busy =
                busy(wanted, costs).isPresent() ? staffed(busy(wanted, costs).getAsDouble()) : 0;
        return measured.holdsThread() ? accepted + Math.max(MIN, busy) : Math.max(MIN, busy);
    }

    /**
     * Returns the threads beyond those that the costs were measured with.
     *
     * @param accepted limit of connections; if each holds a thread, the costs include it
     */
    static long further(long threads, int accepted, Scenario measured) {
        return Math.max(0, threads - MIN - (measured.holdsThread() ? accepted : 0));
    }

    static String reason(SizingGoal wanted, Scenario measured, ConnectionCosts costs, long threads) {
        OptionalDouble busy = busy(wanted, costs);
        if (measured.holdsThread()) {
            return String.format(
                    Locale.ROOT,
                    "one for each connection, which keeps it as long as it is held, and %d more%s",
                    threads - wanted.connections(),
                    busy.isPresent() ? ": " + load(wanted, costs, busy.getAsDouble()) : "");
        }
        if (busy.isEmpty()) {
            return "a held connection takes no thread; these serve connections that are opened at the same time";
        }
        String load = load(wanted, costs, busy.getAsDouble());
        return staffed(busy.getAsDouble()) < MIN
                ? load + "; these serve connections that are opened at the same time"
                : load + "; three square roots of that more, so that few requests wait";
    }

    private static String load(SizingGoal wanted, ConnectionCosts costs, double busy) {
        return String.format(
                Locale.ROOT,
                "%.0f a second x %.2f ms%s keep %.1f threads busy",
                wanted.requestsPerSecond().orElse(0),
                1e3 * serviceNanos(wanted, costs) / NANOS_PER_SECOND,
                wanted.serviceNanos().isPresent() ? "" : " (p99, measured)",
                busy);
    }

    private static OptionalDouble busy(SizingGoal wanted, ConnectionCosts costs) {
        return wanted.requestsPerSecond().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        wanted.requestsPerSecond().getAsDouble() * serviceNanos(wanted, costs) / NANOS_PER_SECOND);
    }

    private static long serviceNanos(SizingGoal wanted, ConnectionCosts costs) {
        return wanted.serviceNanos().orElse(costs.serviceNanos());
    }

    private static long staffed(double busy) {
        return (long) Math.ceil(busy + ROOTS * Math.sqrt(busy));
    }
}
