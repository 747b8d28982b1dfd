package io.ceiling.harness.command.traffic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Searches for the highest rate of requests that is answered: doubles the rate until it is not, closes in, and confirms
 * the result. Pure functions.
 */
final class RateSearch {

    /** Share of the offered rate that must be answered. */
    static final double ANSWERED = 0.95;

    /** Quotient of the lowest rate that is not answered and the highest that is, at which the search ends. */
    static final double CLOSE = 1.1;

    /** Number of times for which a rate must fail: one stall of a busy host is no limit. */
    static final int TRIES = 2;

    /**
     * Number of times for which the highest rate must be answered: it is the best of many tries, of which one may have been
     * answered by luck.
     */
    static final int CONFIRMED = 2;

    private static final double MIN_PER_SECOND = 1;
    private static final double MAX_PER_SECOND = 1e6;

    private RateSearch() {}

    /**
     * One try of a rate.
     *
     * @param offeredPerSecond requests per second that the connections would send if answers took no time
     * @param answeredPerSecond answers per second
     * @param seconds time for which it was tried, in s
     */
    public record MeasuredRate(double offeredPerSecond, double answeredPerSecond, double seconds) {

        /**
         * Returns true if 95 % of the offered rate was answered. Idle times are random: a shortfall of one standard
         * deviation, about the root of the offered number, is no lack.
         */
        public boolean isAnswered() {
            double spread = Math.sqrt(offeredPerSecond * seconds) / seconds;
            return answeredPerSecond >= ANSWERED * offeredPerSecond - spread;
        }
    }

    /**
     * Returns the rate to try next, per second; empty if the highest rate is known within 10 % and confirmed, or there
     * is none.
     *
     * @param first rate of the first try, per second
     * @param tried all tries so far, oldest first
     */
    public static OptionalDouble next(double first, List<MeasuredRate> tried) {
        if (tried.isEmpty()) {
            return OptionalDouble.of(first);
        }
        double answered = highest(tried).orElse(0);
        OptionalDouble failed = lowestFailed(tried);
        if (failed.isEmpty()) {
            return 2 * answered > MAX_PER_SECOND ? confirmation(tried) : OptionalDouble.of(2 * answered);
        }
        double rate = failed.getAsDouble();
        if (count(tried, rate, false) < TRIES) {
            return failed;
        }
        if (answered == 0) {
            return rate / 2 < MIN_PER_SECOND ? OptionalDouble.empty() : OptionalDouble.of(rate / 2);
        }
        return rate <= CLOSE * answered ? confirmation(tried) : OptionalDouble.of(Math.sqrt(answered * rate));
    }

    private static OptionalDouble confirmation(List<MeasuredRate> tried) {
        OptionalDouble highest = highest(tried);
        return highest.isPresent() && count(tried, highest.getAsDouble(), true) < CONFIRMED
                ? highest
                : OptionalDouble.empty();
    }

    private static long count(List<MeasuredRate> tried, double rate, boolean answered) {
        return tried.stream()
                .filter(one -> one.offeredPerSecond() == rate && one.isAnswered() == answered)
                .count();
    }

    /**
     * Returns the highest rate that was answered when it was tried last, per second; empty if none was. At the end of the
     * search it was answered twice.
     */
    public static OptionalDouble highest(List<MeasuredRate> tried) {
        Map<Double, Boolean> last = new HashMap<>();
        tried.forEach(one -> last.put(one.offeredPerSecond(), one.isAnswered()));
        return last.entrySet().stream()
                .filter(Map.Entry::getValue)
                .mapToDouble(Map.Entry::getKey)
                .max();
    }

    /** Returns the lowest rate above the highest answered one that was not answered, per second; empty if none was. */
    public static OptionalDouble lowestFailed(List<MeasuredRate> tried) {
        double answered = highest(tried).orElse(0);
        return tried.stream()
                .mapToDouble(MeasuredRate::offeredPerSecond)
                .filter(rate -> rate > answered)
                .min();
    }
}
