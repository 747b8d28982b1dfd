package io.ceiling.harness.verdict.law;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Plans the load beyond a ceiling: the numbers of requests in flight, and the time. Pure functions. */
public final class DiagnosisPlan {

    // Most requests in flight beyond the ceiling.
    private static final int MAX_EXCESS = 4_096;

    // Smallest distance of the lower level from the ceiling, as a share of the ceiling.
    private static final double MIN_EXCESS_SHARE = 0.2;

    // Share of the free descriptors of a server that are used at most.
    private static final double DESCRIPTOR_SHARE = 0.9;

    // Smallest quotient of two levels.
    private static final double LEVEL_RATIO = 1.5;

    // Smallest quotient of a level and the concurrency, or the ceiling.
    private static final double MIN_OVERLOAD_RATIO = 1.4;

    // Rounds within the SLO beyond which one less makes no difference.
    private static final double MANY_ROUNDS = 6;

    private static final double SHORTEST_SERVICE_SECONDS = 0.08;
    private static final int FIRST_LEVEL = 4;
    private static final int LEVEL_FACTOR = 4;

    // Share of first answers that counts as all: the host delays a few.
    private static final double ALL_SERVED_SHARE = 0.95;

    // Service times within which one round of them is answered.
    private static final double ONE_ROUND = 1.5;

    private static final double FORECAST_TOLERANCE = 0.1;

    // Service times of a window: the more, the narrower the interval.
    private static final int ROUNDS = 12;

    private static final int FEW_ROUNDS = 5;
    private static final int ROUNDS_OF_A_GLANCE = 8;
    private static final Duration MIN_WINDOW = Duration.ofSeconds(2);
    private static final Duration MIN_GLANCE = Duration.ofSeconds(1);
    private static final Duration SUFFICIENT_WINDOW = Duration.ofSeconds(8);

    // Service times before the window: the first round has come and gone.
    private static final int SETTLING_ROUNDS = 2;

    private DiagnosisPlan() {}

    /**
     * Returns the two levels, twice and three times the ceiling as far as that is allowed; none if the cap leaves no
     * room for them.
     *
     * @param ceiling requests in flight that are answered in time
     * @param cap most requests in flight that the user, the descriptors and the memory allow
     */
    public static List<Integer> levels(int ceiling, int cap) {
        int from = Math.max(1, ceiling);
        int higher = (int) Math.min(3L * from, Math.min((long) from + MAX_EXCESS, cap));
        int lower = (int) Math.min(2L * from, from + (higher - from) / 2L);
        boolean beyond = lower >= from + Math.max(1, MIN_EXCESS_SHARE * from) && higher > lower;
        return beyond ? List.of(lower, higher) : List.of();
    }

    /**
     * Returns the level to add to one that was measured before the ceiling was known: well beyond the ceiling, and
     * apart from that one. All levels if that one did not clearly exceed the concurrency.
     *
     * @param levels levels to measure otherwise, see {@link #levels}; none if there is no room
     * @param measured requests in flight of the measured level
     * @param served requests that were served at once then
     */
    public static List<Integer> missingLevels(List<Integer> levels, int ceiling, int measured, double served, int cap) {
        if (levels.isEmpty() || measured < MIN_OVERLOAD_RATIO * served) {
            return levels;
        }
        int lower = (int) Math.round(measured / LEVEL_RATIO);
        int higher = (int) Math.round(Math.max(measured * LEVEL_RATIO, ceiling * MIN_OVERLOAD_RATIO));
        if (lower >= MIN_OVERLOAD_RATIO * ceiling) {
            return List.of(lower);
        }
        return higher <= Math.min(cap, (long) ceiling + MAX_EXCESS) ? List.of(higher) : levels;
    }

    /** Returns the smallest concurrency of a server that answers that many requests in time. */
    public static double servedAtOnce(int ceiling, double serviceSeconds, Duration slo) {
        return ceiling / Math.max(1, Math.floor(slo.toNanos() / 1e9 / serviceSeconds));
    }

    /**
     * Returns the most requests in flight that leave a server descriptors and, if it must, places for connections.
     *
     * @param cap most requests in flight that the user allows
     * @param maxDescriptors limit of its descriptors
     * @param openDescriptors descriptors that it has without load
     * @param maxConnections limit of its connections that must not be met
     */
    public static int cap(int cap, Limit maxDescriptors, Observation openDescriptors, Limit maxConnections) {
        double free = maxDescriptors.orElse(Integer.MAX_VALUE) - openDescriptors.orElse(0);
        return (int) Math.max(0, Math.min(cap, Math.min(DESCRIPTOR_SHARE * free, (double) maxConnections.orElse(cap))));
    }

    /**
     * Returns the requests in flight for a short look at a server after a failed step. If most requests were in time,
     * all may be served at once, and more are needed to saturate the server.
     *
     * @param target requests in flight of the step
     * @param served how many of them were answered in time
     */
    public static int saturatingLevel(int target, int served, int cap) {
        return Math.min(cap, 2 * served > target ? 2 * target : target);
    }

    /**
     * Returns growing levels: the first that the server does not serve at once predicts its ceiling. None if requests
     * are too short to see that.
     */
    public static List<Integer> forecastLevels(double serviceSeconds, Duration slo, int cap) {
        if (serviceSeconds < SHORTEST_SERVICE_SECONDS || serviceSeconds * 1e9 > slo.toNanos()) {
            return List.of();
        }
        return IntStream.iterate(
                        FIRST_LEVEL, level -> level <= Math.min(cap, MAX_EXCESS), level -> LEVEL_FACTOR * level)
                .boxed()
                .toList();
    }

    /** Returns true if that many first answers of a level, after that time, say that all are served at once. */
    public static boolean servesAll(long answered, int offered, Duration afterOpening, double serviceSeconds) {
        return answered >= ALL_SERVED_SHARE * offered && afterOpening.toNanos() <= ONE_ROUND * serviceSeconds * 1e9;
    }

    /** Returns the time after which the answers of a level are counted. */
    public static Duration settlingTime(double serviceSeconds) {
        return seconds(SETTLING_ROUNDS * serviceSeconds);
    }

    /** Returns the time for which the answers of a level are counted. */
    public static Duration window(double serviceSeconds) {
        return bounded(ROUNDS * serviceSeconds, serviceSeconds, MIN_WINDOW);
    }

    private static Duration bounded(double windowSeconds, double serviceSeconds, Duration least) {
        double bounded =
                Math.max(FEW_ROUNDS * serviceSeconds, Math.min(windowSeconds, SUFFICIENT_WINDOW.toNanos() / 1e9));
        Duration window = seconds(bounded);
        return window.compareTo(least) < 0 ? least : window;
    }

    /** Returns the time for which answers are counted in order to foretell a ceiling. */
    public static Duration glanceTime(double serviceSeconds) {
        return bounded(ROUNDS_OF_A_GLANCE * serviceSeconds, serviceSeconds, MIN_GLANCE);
    }

    /**
     * Returns how many requests in flight a server answers in time: those that it serves at once, in as many whole rounds
     * as fit.
     *
     * @param perSecond answers a second of a server that has more load than it takes in time
     */
    public static int forecastCeiling(double perSecond, double serviceSeconds, Duration slo) {
        double rounds = Math.max(1, Math.floor(slo.toNanos() / 1e9 / serviceSeconds));
        return (int) Math.max(1, Math.round(perSecond * serviceSeconds) * rounds);
    }

    /**
     * Returns true if the prediction is nearly right, so that the next step uses the number that was in time.
     */
    public static boolean isNearForecast(int failed, int inTime, int foretold) {
        return Math.abs(failed - foretold) <= FORECAST_TOLERANCE * foretold
                && inTime < failed
                && inTime >= (1 - FORECAST_TOLERANCE) * failed;
    }

    /**
     * Returns the number of requests in flight to try after a failure: the prediction, or a round less if that has
     * failed; 0 for none if there are many rounds. If places are not granted in order of arrival, some requests wait
     * for a round more than others.
     *
     * @param served requests served at once
     */
    public static int next(int failed, int foretold, double served) {
        if (foretold < failed) {
            return foretold;
        }
        return served < failed / MANY_ROUNDS ? 0 : (int) (failed - Math.max(1, Math.round(served)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
