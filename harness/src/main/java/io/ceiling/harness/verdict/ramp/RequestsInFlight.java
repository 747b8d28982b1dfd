package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.stats.Mean;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import io.ceiling.load.loop.Pace;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * The rules of a ramp in which a request is outstanding on every connection: its SLO, its pace, and its levels. Pure
 * functions.
 *
 * <p>Notes. N connections in a closed loop without think time wait for N / X, where X is the number of requests that the
 * server answers in a second. A pool of T threads with requests of S seconds has X = T / S, so the ceiling within an SLO
 * of L seconds is T x L / S.
 */
public final class RequestsInFlight {

    // Number of single requests that an SLO is taken from, at most.
    private static final int SINGLE_REQUESTS = 10;

    private static final int MIN_SINGLE_REQUESTS = 5;

    // Largest quotient of the longest and the shortest time if all are alike.
    private static final double MAX_TIME_RATIO = 1.05;

    private static final int MAX_SINGLE_REQUESTS = 2_000;

    // Half the width of the interval of their mean, as a share, up to which the mean is known.
    private static final double MAX_ERROR = 0.05;

    // Time for single requests that are alike.
    private static final Duration SHORT_SAMPLING = Duration.ofSeconds(2);

    // Time for single requests that differ.
    private static final Duration LONG_SAMPLING = Duration.ofSeconds(8);

    // Twice the factor between the median of the single requests and the SLO. Where the threads of a pool are all
    // busy, requests wait for whole rounds, each as long as a request. An SLO of three of them would be kept, or not,
    // by chance.
    private static final int HALVES_OF_MEDIAN = 7;

    private static final long STEP_MILLIS = 100;

    // Times at which TCP sends an unanswered SYN again; an SLO near them would be kept, or not, by chance.
    private static final List<Duration> SYN_RETRANSMITS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(7));

    // Most connects a second. Nothing but this pace bounds the listen queue, since no first answer is awaited.
    private static final double OPENS_PER_SECOND = 1_000;

    // Number of pauses in the time of an SLO. In a closed loop a request follows its answer after such a pause.
    // Without it, it would come at the moment at which the place of another request becomes free, and take that away
    // from those who have waited for it: locks, semaphores and pools are not fair to a thread that is yet to wake up.
    // They would be late because of our pace, since requests of different users do not come at one moment.
    private static final int PAUSES_OF_SLO = 100;

    // Most first requests a second of a closed loop.
    private static final double MAX_PER_SECOND = 20_000;

    // The traffic of a step lasts at least this many times the SLO.
    private static final int CLOSED_LOOP_SLOS = 2;

    // The traffic of an open loop lasts at least this many times the SLO: too high a rate may fill a queue slowly.
    private static final int OPEN_LOOP_SLOS = 5;

    // Fewest connects in the time of an SLO, so that opening seems not to stall.
    private static final double MIN_OPENS_PER_SLO = 4;

    // Most requests of the first level: a server that serves one at a time needs as many service times for them.
    private static final int MAX_START_CONNECTIONS = 16;

    private static final double NANOS_PER_SECOND = 1e9;

    // Time limit of a look at the server: two thread dumps of at most 5 s each, and its other readings.
    private static final long LONGEST_LOOK_NANOS = 30_000_000_000L;

    private RequestsInFlight() {}

    /**
     * Returns the SLO that single requests suggest: 3.5 times the median of them, rounded up to 100 ms, but at least the
     * default, and not within 10 % of 1 s, 3 s or 7 s. One request that was slow by chance moves nothing.
     *
     * @param nanos response times of at least one request, in ns
     */
    public static Duration slo(Duration atLeast, List<Long> nanos) {
        long millis =
                (HALVES_OF_MEDIAN * Mean.lowerMedian(nanos) / 2_000_000 + STEP_MILLIS - 1) / STEP_MILLIS * STEP_MILLIS;
        Duration slo = Duration.ofMillis(Math.max(atLeast.toMillis(), millis));
        for (Duration retransmit : SYN_RETRANSMITS) {
            if (10 * slo.minus(retransmit).abs().toMillis() < retransmit.toMillis()) {
                return retransmit.multipliedBy(11).dividedBy(10);
            }
        }
        return slo;
    }

    /** Returns the SLO and its origin in words, such as {@code SLO 3.7 s (10 single requests took 1.02 s to 1.21 s, median 1.04 s)}. */
    public static String words(Duration slo, List<Long> nanos) {
        return "SLO %s (%d single requests took %s to %s, median %s)"
                .formatted(
                        seconds(slo.toMillis() / 1e3, 1),
                        nanos.size(),
                        seconds(Collections.min(nanos) / NANOS_PER_SECOND, 2),
                        seconds(Collections.max(nanos) / NANOS_PER_SECOND, 2),
                        seconds(Mean.lowerMedian(nanos) / NANOS_PER_SECOND, 2));
    }

    /**
     * Returns true if there are enough single requests for their spread. One cache miss in twenty makes the mean half
     * as long again, so that more are sent as long as they are quick.
     *
     * @param sloGiven true if the SLO does not follow from them
     * @param elapsed time since the first that counts
     */
    public static boolean isEnough(List<Long> nanos, boolean sloGiven, Duration elapsed) {
        if (nanos.size() < (sloGiven ? MIN_SINGLE_REQUESTS : SINGLE_REQUESTS)) {
            return false;
        }
        boolean alike = Collections.max(nanos) <= MAX_TIME_RATIO * Collections.min(nanos);
        if (nanos.size() < SINGLE_REQUESTS) {
            return alike && elapsed.compareTo(SHORT_SAMPLING) >= 0;
        }
        boolean certain = new ServiceTime(nanos).relativeError() <= MAX_ERROR;
        return nanos.size() >= MAX_SINGLE_REQUESTS || elapsed.compareTo(certain ? SHORT_SAMPLING : LONG_SAMPLING) >= 0;
    }

    /**
     * Returns the number of connections beyond which an open loop adds no load: each carries one request at a time, for
     * no longer than the SLO. Empty for a closed loop.
     */
    public static OptionalInt maxUsefulConnections(RequestPace work, Duration slo) {
        return work.perSecond().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(
                        (int) Math.max(1, Math.ceil(work.perSecond().getAsInt() * (slo.toNanos() / NANOS_PER_SECOND))));
    }

    /** Returns why a ramp of an open loop ends at that many connections. */
    public static String maxUsefulInWords(RequestPace work, int connections) {
        return "%d requests/s keep no more than %s busy within the SLO, so that more of them are no more load"
                .formatted(work.perSecond().orElseThrow(), Plural.of(connections, "connection"));
    }

    private static String seconds(double seconds, int digits) {
        return seconds < 1 ? "%.0f ms".formatted(seconds * 1e3) : ("%." + digits + "f s").formatted(seconds);
    }

    /** Returns the ramp with that SLO, and with the times and the pace that follow from it. */
    public static RampSettings ramp(RampSettings ramp, Duration slo) {
        Duration stall = slo.multipliedBy(CLOSED_LOOP_SLOS);
        RampSettings.Levels levels = ramp.levels();
        return ramp
                .with(new RampSettings.Levels(
                        Math.min(levels.startConnections(), MAX_START_CONNECTIONS),
                        levels.growth(),
                        levels.tolerance()))
                .toBuilder()
                .slo(slo)
                .stallTimeout(ramp.stallTimeout().compareTo(stall) < 0 ? stall : ramp.stallTimeout())
                .rates(new RampSettings.Rates(
                        Math.min(ramp.rates().opensPerSecond(), OPENS_PER_SECOND),
                        ramp.rates().exchangesPerSecond()))
                .build();
    }

    /**
     * Returns the ramp at the pace of a step with that many connections. First requests are sent no faster than those of
     * the traffic: a burst of them would be more load than the one that is measured.
     */
    public static RampSettings openingRamp(RequestPace work, RampSettings ramp, int connections) {
        double configuredRate = ramp.rates().opensPerSecond();
        double think = work.minThink().plus(work.maxThink()).toNanos() / (2 * NANOS_PER_SECOND);
        double ofTraffic = work.perSecond().isPresent()
                ? work.perSecond().getAsInt()
                : think == 0 ? configuredRate : connections / think;
        double least = MIN_OPENS_PER_SLO / (ramp.slo().toNanos() / NANOS_PER_SECOND);
        return ramp.toBuilder()
                .rates(new RampSettings.Rates(
                        Math.min(configuredRate, Math.max(least, ofTraffic)),
                        ramp.rates().exchangesPerSecond()))
                .build();
    }

    /**
     * Returns the pace of the traffic of a step: it lasts for the hold time or twice the SLO (of an open loop, five times),
     * whichever is longer, from the moment at which every connection has sent a request.
     *
     * @param connections number of connections, at least 1
     * @param seed seed of the draws of this step
     */
    public static Pace pace(RequestPace work, RampSettings ramp, long connections, long seed) {
        long slo = ramp.slo().toNanos();
        int slos = work.perSecond().isPresent() ? OPEN_LOOP_SLOS : CLOSED_LOOP_SLOS;
        long phase = Math.max(ramp.hold().toNanos(), slo * slos);
        if (work.perSecond().isPresent()) {
            long period = period(work.perSecond().getAsInt(), slo, connections);
            return new Pace(period, period, phase + Math.min(period, phase), seed).withOpenLoop();
        }
        if (!work.maxThink().isZero()) {
            long longest = work.maxThink().toNanos();
            return new Pace(Math.max(1, work.minThink().toNanos()), longest, phase + longest, seed);
        }
        long pause = Math.max(1, slo / PAUSES_OF_SLO);
        long spread = spread(ramp, connections, pause / 2);
        return new Pace(pause, pause, phase + spread, seed).withSpread(spread);
    }

    // Returns the time over which first requests are spread: less than the pause, so that those who wait are served
    // before the next requests come, but long enough to avoid a burst of thousands.
    private static long spread(RampSettings ramp, long connections, long most) {
        long asked = (long) (connections / ramp.rates().exchangesPerSecond() * NANOS_PER_SECOND);
        long least = (long) (connections / MAX_PER_SECOND * NANOS_PER_SECOND);
        return Math.min(asked, Math.max(most, least));
    }

    /**
     * Returns the pace of requests that go on until the observer of the server ends them.
     *
     * @param connections number of connections, at least 1
     * @param seed seed of the draws
     */
    public static Pace lastingPace(RequestPace work, RampSettings ramp, long connections, long seed) {
        Pace pace = pace(work, ramp, connections, seed);
        Pace longer = new Pace(
                        pace.minIdleNanos(),
                        pace.maxIdleNanos(),
                        Math.max(pace.durationNanos(), LONGEST_LOOK_NANOS),
                        seed)
                .withSpread(pace.spreadNanos());
        return pace.open() ? longer.withOpenLoop() : longer;
    }

    // It is at least the SLO: a connection carries one request at a time, and waiting for a free one must not count
    // as waiting for the server.
    private static long period(int perSecond, long sloNanos, long connections) {
        return Math.max(sloNanos, (long) (connections * NANOS_PER_SECOND / perSecond));
    }

    /**
     * Returns a step for the search of the ceiling. A server that is too slow answers all requests in the end, so the
     * connections that a failed step has left say nothing about the ceiling. As many requests as were answered when the
     * first was late would all have been in time.
     *
     * @param ceiling connections that passed so far
     */
    static int hint(Step failed, int ceiling) {
        boolean hasExchanges =
                !failed.after().load().exchanges().equals(failed.before().load().exchanges());
        long answered = failed.after().load().exchanges().answered();
        return hasExchanges && answered > ceiling && answered < failed.target()
                ? Math.toIntExact(answered)
                : failed.target();
    }

    /** Returns the step in the form of {@link CeilingFinder}. */
    public static HeldLevel heldLevel(Step step, int ceiling) {
        return new HeldLevel(step.target(), step.passed() ? step.served() : hint(step, ceiling), step.passed());
    }
}
