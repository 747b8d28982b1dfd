package io.ceiling.traffic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Searches for the highest rate of requests that is answered: raises the rate until it is not, closes in, and confirms
 * the result. Pure functions.
 *
 * @param endRatio the search ends when the lowest rate that is not answered is at most this multiple of the highest that
 *     is
 * @param firstStep factor of the first step up or down; each later factor is larger by it, up to 2
 */
record RateSearch(double endRatio, double firstStep) {

    /** Doubles the rate from any start, in short trials. */
    static final RateSearch UNTIMED = new RateSearch(1.1, 2);

    /** Begins near the expected rate, since its trials are long, and ends closer. */
    static final RateSearch TIMED = new RateSearch(1.02, 1.25);

    /** Share of the offered rate that must be answered. */
    static final double MIN_ANSWERED_SHARE = 0.95;

    /** Share of the offered requests that must be answered in time. */
    static final double MIN_TIMELY_SHARE = 0.99;

    /** Number of trials in which a rate must fail: one stall of a busy host is no limit. */
    static final int REQUIRED_FAILURES = 2;

    /**
     * Number of trials in which the highest rate must be answered: one of many may succeed by luck.
     */
    static final int REQUIRED_SUCCESSES = 2;

    // Standard deviations by which the number of random starts may be low before connections count as gone.
    private static final double DEVIATIONS = 3;

    private static final double MIN_PER_SECOND = 1;
    private static final double MAX_PER_SECOND = 1e6;

    private static final double MAX_STEP = 2;

    /** One try of a rate. */
    sealed interface RateTrial {

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
    record UntimedTrial(double offeredPerSecond, double answeredPerSecond, double seconds) implements RateTrial {

        /**
         * Returns true if 95 % of the offered rate was answered. Idle times are random: a shortfall of one standard
         * deviation, about the root of the offered number, is no lack.
         */
        @Override
        public boolean isAnswered() {
            double spread = Math.sqrt(offeredPerSecond * seconds) / seconds;
            return answeredPerSecond >= MIN_ANSWERED_SHARE * offeredPerSecond - spread;
        }
    }

    /**
     * A try in which only answers within the SLO count, from the intended start of their requests.
     *
     * @param offeredPerSecond requests per second whose start was intended, on average of all draws
     * @param due requests whose start was intended
     * @param timelyRequests requests of these that were answered in time
     * @param lateSends requests of these that the load agents sent more than 1 ms late
     * @param seconds time in which their starts were intended, without the wait for the last answers, in s
     */
    record TimedTrial(double offeredPerSecond, long due, long timelyRequests, long lateSends, double seconds)
            implements RateTrial {

        /**
         * Returns true if 99 % of the requests that were due were answered in time. Idle times are random; but if fewer
         * were due than offered, by 1 % and by three standard deviations, connections are gone, and their missing
         * requests count as not answered.
         */
        @Override
        public boolean isAnswered() {
            double offered = offeredPerSecond * seconds;
            double least = Math.min(MIN_TIMELY_SHARE * offered, offered - DEVIATIONS * Math.sqrt(offered));
            return timelyRequests > 0 && timelyRequests >= MIN_TIMELY_SHARE * Math.max((double) due, least);
        }

        double inTimePerSecond() {
            return timelyRequests / seconds;
        }

        double sentInTimePerSecond() {
            return (due - lateSends) / seconds;
        }

        double sentLatePerSecond() {
            return lateSends / seconds;
        }
    }

    /**
     * Returns the rate to try next, per second; empty if the highest rate is known closely and confirmed, or there is
     * none.
     *
     * @param first rate of the first try, per second
     * @param trials all tries so far, oldest first
     */
    OptionalDouble next(double first, List<? extends RateTrial> trials) {
        if (trials.isEmpty()) {
            return OptionalDouble.of(first);
        }
        double answered = highest(trials).orElse(0);
        OptionalDouble failed = lowestFailed(trials);
        if (failed.isEmpty()) {
            double more = step(trials) * answered;
            return more > MAX_PER_SECOND ? confirmation(trials) : OptionalDouble.of(more);
        }
        double rate = failed.getAsDouble();
        if (count(trials, rate, false) < REQUIRED_FAILURES) {
            return failed;
        }
        if (answered == 0) {
            double less = rate / step(trials);
            return less < MIN_PER_SECOND ? OptionalDouble.empty() : OptionalDouble.of(less);
        }
        return rate <= endRatio * answered ? confirmation(trials) : OptionalDouble.of(Math.sqrt(answered * rate));
    }

    private double step(List<? extends RateTrial> trials) {
        long rates = trials.stream()
                .mapToDouble(RateTrial::offeredPerSecond)
                .distinct()
                .count();
        return Math.min(MAX_STEP, Math.pow(firstStep, (double) rates));
    }

    private static OptionalDouble confirmation(List<? extends RateTrial> trials) {
        OptionalDouble highest = highest(trials);
        return highest.isPresent() && count(trials, highest.getAsDouble(), true) < REQUIRED_SUCCESSES
                ? highest
                : OptionalDouble.empty();
    }

    private static long count(List<? extends RateTrial> trials, double rate, boolean answered) {
        return trials.stream()
                .filter(trial -> trial.offeredPerSecond() == rate && trial.isAnswered() == answered)
                .count();
    }

    /**
     * Returns the highest rate that was answered in its last trial, per second; empty if none was. At the end of the
     * search it was answered twice.
     */
    public static OptionalDouble highest(List<? extends RateTrial> trials) {
        Map<Double, Boolean> last = new HashMap<>();
        trials.forEach(trial -> last.put(trial.offeredPerSecond(), trial.isAnswered()));
        return last.entrySet().stream()
                .filter(Map.Entry::getValue)
                .mapToDouble(Map.Entry::getKey)
                .max();
    }

    /** Returns the lowest rate above the highest answered one that was not answered, per second; empty if none was. */
    public static OptionalDouble lowestFailed(List<? extends RateTrial> trials) {
        double answered = highest(trials).orElse(0);
        return trials.stream()
                .mapToDouble(RateTrial::offeredPerSecond)
                .filter(rate -> rate > answered)
                .min();
    }
}
