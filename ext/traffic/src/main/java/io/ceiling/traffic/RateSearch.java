package io.ceiling.traffic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Searches for the highest rate of requests that is answered: raises the rate until it is not, closes in, and confirms
 * the result. Pure functions.
 *
 * @param close the search ends when the lowest rate that is not answered is at most this multiple of the highest that
 *     is
 * @param firstStep factor of the first step up or down; each later factor is larger by it, up to 2
 */
record RateSearch(double close, double firstStep) {

    /** Doubles the rate from any start, in short trials. */
    static final RateSearch ANY = new RateSearch(1.1, 2);

    /** Begins near the expected rate, since its trials are long, and ends closer. */
    static final RateSearch IN_TIME = new RateSearch(1.02, 1.25);

    /** Share of the offered rate that must be answered. */
    static final double ANSWERED = 0.95;

    /** Share of the offered requests that must be answered in time. */
    static final double MET = 0.99;

    /** Number of trials in which a rate must fail: one stall of a busy host is no limit. */
    static final int TRIES = 2;

    /**
     * Number of trials in which the highest rate must be answered: one of many may succeed by luck.
     */
    static final int CONFIRMED = 2;

    // Standard deviations by which the number of random starts may be low before connections count as gone.
    private static final double DEVIATIONS = 3;

    private static final double MIN_PER_SECOND = 1;
    private static final double MAX_PER_SECOND = 1e6;

    private static final double MOST_STEP = 2;

    /** One try of a rate. */
    sealed interface TriedRate {

        /** Returns the requests per second that the connections would send if answers took no time. */
        double offeredPerSecond();

        /** Returns true if as many requests as must be were answered. */
        boolean isAnswered();
    }

    /**
     * A try in which answers count whenever they come.
     *
     * @param offeredPerSecond requests per second that the connections would send if answers took no time
     * @param answeredPerSecond answers per second
     * @param seconds time for which it was tried, in s
     */
    record MeasuredRate(double offeredPerSecond, double answeredPerSecond, double seconds) implements TriedRate {

        /**
         * Returns true if 95 % of the offered rate was answered. Idle times are random: a shortfall of one standard
         * deviation, about the root of the offered number, is no lack.
         */
        @Override
        public boolean isAnswered() {
            double spread = Math.sqrt(offeredPerSecond * seconds) / seconds;
            return answeredPerSecond >= ANSWERED * offeredPerSecond - spread;
        }
    }

    /**
     * A try in which only answers within the SLO count, from the intended start of their requests.
     *
     * @param offeredPerSecond requests per second whose start was intended, on average of all draws
     * @param due requests whose start was intended
     * @param inTime requests of these that were answered in time
     * @param late requests of these that the load agents sent more than 1 ms late
     * @param seconds time in which their starts were intended, without the wait for the last answers, in s
     */
    record TimedRate(double offeredPerSecond, long due, long inTime, long late, double seconds) implements TriedRate {

        /**
         * Returns true if 99 % of the requests that were due were answered in time. Idle times are random; but if fewer
         * were due than offered, by 1 % and by three standard deviations, connections are gone, and their missing
         * requests count as not answered.
         */
        @Override
        public boolean isAnswered() {
            double offered = offeredPerSecond * seconds;
            double least = Math.min(MET * offered, offered - DEVIATIONS * Math.sqrt(offered));
            return inTime > 0 && inTime >= MET * Math.max((double) due, least);
        }

        double inTimePerSecond() {
            return inTime / seconds;
        }

        double sentInTimePerSecond() {
            return (due - late) / seconds;
        }

        double sentLatePerSecond() {
            return late / seconds;
        }
    }

    /**
     * Returns the rate to try next, per second; empty if the highest rate is known closely and confirmed, or there is
     * none.
     *
     * @param first rate of the first try, per second
     * @param tried all tries so far, oldest first
     */
    OptionalDouble next(double first, List<? extends TriedRate> tried) {
        if (tried.isEmpty()) {
            return OptionalDouble.of(first);
        }
        double answered = highest(tried).orElse(0);
        OptionalDouble failed = lowestFailed(tried);
        if (failed.isEmpty()) {
            double more = step(tried) * answered;
            return more > MAX_PER_SECOND ? confirmation(tried) : OptionalDouble.of(more);
        }
        double rate = failed.getAsDouble();
        if (count(tried, rate, false) < TRIES) {
            return failed;
        }
        if (answered == 0) {
            double less = rate / step(tried);
            return less < MIN_PER_SECOND ? OptionalDouble.empty() : OptionalDouble.of(less);
        }
        return rate <= close * answered ? confirmation(tried) : OptionalDouble.of(Math.sqrt(answered * rate));
    }

    private double step(List<? extends TriedRate> tried) {
        long rates = tried.stream()
                .mapToDouble(TriedRate::offeredPerSecond)
                .distinct()
                .count();
        return Math.min(MOST_STEP, Math.pow(firstStep, (double) rates));
    }

    private static OptionalDouble confirmation(List<? extends TriedRate> tried) {
        OptionalDouble highest = highest(tried);
        return highest.isPresent() && count(tried, highest.getAsDouble(), true) < CONFIRMED
                ? highest
                : OptionalDouble.empty();
    }

    private static long count(List<? extends TriedRate> tried, double rate, boolean answered) {
        return tried.stream()
                .filter(one -> one.offeredPerSecond() == rate && one.isAnswered() == answered)
                .count();
    }

    /**
     * Returns the highest rate that was answered in its last trial, per second; empty if none was. At the end of the
     * search it was answered twice.
     */
    public static OptionalDouble highest(List<? extends TriedRate> tried) {
        Map<Double, Boolean> last = new HashMap<>();
        tried.forEach(one -> last.put(one.offeredPerSecond(), one.isAnswered()));
        return last.entrySet().stream()
                .filter(Map.Entry::getValue)
                .mapToDouble(Map.Entry::getKey)
                .max();
    }

    /** Returns the lowest rate above the highest answered one that was not answered, per second; empty if none was. */
    public static OptionalDouble lowestFailed(List<? extends TriedRate> tried) {
        double answered = highest(tried).orElse(0);
        return tried.stream()
                .mapToDouble(TriedRate::offeredPerSecond)
                .filter(rate -> rate > answered)
                .min();
    }
}
