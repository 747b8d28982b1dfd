package io.ceiling.harness.verdict.law;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.Pacing;
import java.util.List;
import java.util.Optional;

/**
 * Distinguishes a limit of the rate from limits of connections and of concurrent requests. Pure functions.
 *
 * <p>Notes. Under a steady load a rate of R, a number of R x S at once and a serial step of 1 / R are the same. A rate is
 * claimed only by what neither a number nor a serial step does:
 *
 * <ul>
 *   <li>A single client with one request in flight is refused, or slowed down below 1 / S: it meets no other request.
 *   <li>Of many that come at once after a pause, far more are answered in the time of one than at a steady pace: something
 *       had been saved up.
 *   <li>Of many that come at once after a pause, far more are let in than are in a server that refuses others:
 *       something had been saved up.
 *   <li>Of many that come at once, nearly all are refused at once, although more are served at a steady pace: the
 *       refusal depends on their spacing.
 *   <li>The server says so itself, with status 429, and more are served the more come: places are always as many.
 *   <li>Under the same load fewer are answered than after a rest: something had been saved up.
 * </ul>
 */
public final class RateLaw {

    // Largest share of a single client's pace that is let through if the rate is limited.
    private static final double MAX_ADMITTED_SHARE = 0.7;

    // Share of its pace after a pause up to which a single client is slowed down.
    private static final double SLOWED_SHARE = 0.6;

    // Difference of two service times that a host causes by itself, in seconds.
    private static final double NO_DIFFERENCE_SECONDS = 0.003;

    // Concurrency up to which a limit for all may slow down a single client.
    private static final double MAX_SINGLE_SERVED = 1.3;

    // Spread of the times of single requests, as a share, up to which bursts say something.
    private static final double MAX_SPREAD = 0.2;

    // Size of a burst as a multiple of the steady concurrency: far more can be answered, but not by any number of
    // places, whatever keeps them empty.
    private static final double BURST_FACTOR = 2.5;

    private static final double BURST_MARGIN = 2;
    private static final double MIN_BURST = 12;

    // Multiple of the answers of places in their rounds that a burst must exceed to show saved credit.
    private static final double SAVED_FACTOR = 1.5;

    // Multiple of the requests in places that a burst must exceed: places let in no more than they hold.
    private static final double ADMITTED_FACTOR = 1.25;

    // Largest share of the steady concurrency that passes in a burst if the spacing of requests counts.
    private static final double MAX_BURST_SHARE = 0.45;

    // Share of the service time up to which a refusal comes at once; a later one comes from a later step.
    private static final double MAX_REFUSAL_SHARE = 0.3;

    // Shortest time of a request within which the answers to a burst can be counted.
    private static final double SHORTEST_SECONDS = 0.02;

    // Multiple of a rate from which answers after a rest show saved credit; the second if the server states its limit.
    private static final double RESTED_FACTOR = 1.3;

    private static final double STATED_RESTED_FACTOR = 1.1;

    /** Longest time of a request for which other paces are tried, which take several times as long, in seconds. */
    public static final int LONGEST_SECONDS = 5;

    // Share of the requests of a single client from which on errors at any pace do not explain its refusals.
    private static final double MANY_REFUSED = 0.4;

    // Most connections of a control beyond those that have failed.
    private static final int MAX_BEYOND = 4_096;

    // Smallest concurrency of which a share is meaningful.
    private static final double MIN_SERVED = 5;

    // Pace of a control as a share of the rate.
    private static final double CALM_SHARE = 0.5;

    // Slowest pace of a control, in requests a second.
    private static final double MIN_PER_SECOND = 0.5;

    // Share of the time in which a single request is in flight.
    private static final double IN_FLIGHT_SHARE = 0.25;

    // Fastest pace of a control, in requests a second.
    private static final double MAX_CALM_PER_SECOND = 200;

    // The doubt that remains: the same number is let through in the same time.
    private static final String WORKER_CAVEAT = " (or its workers go on working after their answer)";

    private static final double CALM_SECONDS = 5;
    private static final double MAX_CALM_SECONDS = 15;

    private RateLaw() {}

    /**
     * A limit of the rate.
     *
     * @param perSecond requests a second that are let through; 0 if none was for a while
     * @param why evidence that it is a rate and no number of places
     * @param byOneClient true if a single client met it
     * @param statedByServer true if the server says so itself, by its status: workers that go on working after their answer look the same
     */
    public record RateLimit(double perSecond, String why, boolean byOneClient, boolean statedByServer) {

        // Creates a limit of which the server says nothing.
        private RateLimit(double perSecond, String why, boolean byOneClient) {
            this(perSecond, why, byOneClient, false);
        }
    }

    /** Returns true if the levels may show the pace of a single client, so that one should be measured. */
    public static boolean needsSingleClient(Diagnosis diagnosis) {
        return ConcurrencyLaw.of(diagnosis) instanceof Law.Limit limit && limit.served() <= MAX_SINGLE_SERVED;
    }

    /** Returns why a server is not tried at other paces whose requests take longer than {@link #LONGEST_SECONDS}. */
    public static String tooSlowReason() {
        return "a request takes more than %d s".formatted(LONGEST_SECONDS);
    }

    /** Returns the limit of the rate that the diagnosis shows; empty if it shows none. */
    public static Optional<RateLimit> of(Diagnosis diagnosis) {
        Optional<RateLimit> byOneClient =
                diagnosis.pacing().singleClient().flatMap(lone -> byOneClient(lone, diagnosis));
        if (byOneClient.isPresent()) {
            return byOneClient;
        }
        return diagnosis
                .pacing()
                .burst()
                .flatMap(burst -> byBurst(burst, diagnosis))
                .or(() -> byRest(diagnosis))
                .or(() -> byStatus(diagnosis));
    }

    private static Optional<RateLimit> byRest(Diagnosis diagnosis) {
        if (!(ConcurrencyLaw.of(diagnosis) instanceof Law.Limit)) {
            return Optional.empty();
        }
        double more = isStatedByServer(diagnosis) ? STATED_RESTED_FACTOR : RESTED_FACTOR;
        return diagnosis.levels().stream()
                .filter(level -> level.answerRate().restedPerSecond().orElse(0)
                        >= more * level.answerRate().perSecond())
                .findFirst()
                .map(level -> new RateLimit(
                        perSecond(diagnosis),
                        "with %d in flight %.1f/s were answered after a rest and %.1f/s later: something had been saved up"
                                .formatted(
                                        level.offered(),
                                        level.answerRate().restedPerSecond().orElseThrow(),
                                        level.answerRate().perSecond()),
                        false));
    }

    private static boolean isStatedByServer(Diagnosis diagnosis) {
        return !diagnosis.levels().isEmpty()
                && diagnosis.levels().stream()
                        .allMatch(level -> level.failedRequests().onlyTooManyRequests());
    }

    // Places that also answer 429 serve the same number at once, whatever the load.
    private static Optional<RateLimit> byStatus(Diagnosis diagnosis) {
        return isStatedByServer(diagnosis) && ConcurrencyLaw.of(diagnosis) instanceof Law.Growth grows
                ? Optional.of(new RateLimit(
                        perSecond(diagnosis),
                        "the server says so itself (429), and no number of places is %.1f and then %.1f"
                                .formatted(grows.servedAtLower(), grows.servedAtHigher()),
                        false))
                : Optional.empty();
    }

    /**
     * Returns the most answers a second of a step that passed; 0 if none had traffic. A limit lets as many through, for the
     * time of that traffic at least.
     */
    public static double passedPerSecond(List<Step> steps) {
        return steps.stream()
                .filter(Step::passed)
                .flatMapToDouble(step -> step.generator().answersPerSecond().stream())
                .max()
                .orElse(0);
    }

    /** Returns the rate of the levels; the smaller one, since the credit of a bucket adds to the first. */
    public static double perSecond(Diagnosis diagnosis) {
        return diagnosis.levels().stream()
                .mapToDouble(level -> level.answerRate().perSecond())
                .min()
                .orElse(0);
    }

    // Returns how many requests are served at once by the larger rate of the levels.
    private static double steadyServed(Diagnosis diagnosis) {
        return diagnosis.levels().stream()
                        .mapToDouble(level -> level.answerRate().perSecond())
                        .max()
                        .orElse(0)
                * diagnosis.single().orElseThrow().meanSeconds();
    }

    // Returns the requests in a server that refuses others; infinite if that was not counted.
    private static double requestsInServer(Diagnosis diagnosis) {
        return diagnosis.levels().stream()
                .filter(level -> level.failedRequests().count() > 0)
                .mapToDouble(level -> level.answerRate().requestsInServer().orElse(Double.POSITIVE_INFINITY))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static Optional<RateLimit> byOneClient(Pacing.SingleClient lone, Diagnosis diagnosis) {
        double pace = 1 / lone.restedSeconds();
        if (lone.failedRequests().count() > 0 && lone.perSecond() <= MAX_ADMITTED_SHARE * pace) {
            boolean told = lone.failedRequests().onlyTooManyRequests();
            return Optional.of(new RateLimit(
                    lone.perSecond(),
                    "a single client, with one request in flight, was refused as well: after %d answers %s%s"
                            .formatted(
                                    lone.answeredFirst(),
                                    lone.failedRequests().firstFailure(),
                                    told ? "" : WORKER_CAVEAT),
                    true,
                    told));
        }
        boolean slowed = lone.perSecond() > 0
                && lone.perSecond() <= SLOWED_SHARE * pace
                && 1 / lone.perSecond() - lone.restedSeconds() >= NO_DIFFERENCE_SECONDS;
        return slowed && needsSingleClient(diagnosis)
                ? Optional.of(new RateLimit(
                        Math.max(lone.perSecond(), perSecond(diagnosis)),
                        "a single client waits as well: a request takes %.1f ms after a pause, and %.1f ms without one%s"
                                .formatted(1e3 * lone.restedSeconds(), 1e3 / lone.perSecond(), WORKER_CAVEAT),
                        true))
                : Optional.empty();
    }

    private static Optional<RateLimit> byBurst(Pacing.Burst burst, Diagnosis diagnosis) {
        double steady = steadyServed(diagnosis);
        // Places of a server that refuses few may be empty between two requests, so that it has more than it serves.
        boolean filled = diagnosis.levels().stream()
                .allMatch(level -> level.failedRequests().count() == 0 || ConcurrencyLaw.refusesMost(level));
        if (burst.answered() >= (filled ? SAVED_FACTOR : BURST_FACTOR) * burst.rounds() * steady + BURST_MARGIN) {
            return Optional.of(new RateLimit(
                    perSecond(diagnosis),
                    "of %d requests that came at once after a pause %d were answered, and %.1f at once later"
                            .formatted(burst.requests(), burst.answered(), steady),
                    false));
        }
        double inServer = requestsInServer(diagnosis);
        // A place that is free again before the last request has come lets in another.
        double rounds = Math.max(
                1,
                burst.refusedSeconds().orElse(0)
                        / diagnosis.single().orElseThrow().meanSeconds());
        if (filled
                && burst.refusedSeconds().isPresent()
                && burst.admitted() >= ADMITTED_FACTOR * rounds * inServer + BURST_MARGIN) {
            return Optional.of(new RateLimit(
                    perSecond(diagnosis),
                    "of %d requests that came at once after a pause %d were let in and answered, while no more than %.1f are in the server at a steady pace"
                            .formatted(burst.requests(), burst.admitted(), inServer),
                    false));
        }
        boolean atOnce = burst.refusedSeconds().orElse(Double.MAX_VALUE)
                <= MAX_REFUSAL_SHARE * diagnosis.single().orElseThrow().meanSeconds();
        return atOnce && steady >= MIN_SERVED && burst.answered() <= MAX_BURST_SHARE * steady
                ? Optional.of(new RateLimit(
                        perSecond(diagnosis),
                        "of %d requests that came at once after a pause %d were answered and the others refused at once, while %.1f are served at once at a steady pace"
                                .formatted(burst.requests(), burst.answered(), steady),
                        false))
                : Optional.empty();
    }

    /**
     * Returns how many requests should come at once after a pause: many more than are answered at once at a steady pace. A
     * bucket that has filled meanwhile lets them all through, a number of places does not. 0 if nothing would follow, or the
     * first rounds of both levels have shown places already.
     *
     * @param cap most requests at once
     */
    public static int burst(Diagnosis diagnosis, int cap) {
        boolean tells = diagnosis
                .single()
                .filter(single -> single.meanSeconds() >= SHORTEST_SECONDS
                        && single.meanSeconds() <= LONGEST_SECONDS
                        && diagnosis.levels().size() > 1)
                .isPresent();
        if (!tells || of(diagnosis).isPresent()) {
            return 0;
        }
        Law law = ConcurrencyLaw.of(diagnosis);
        // Credit may be enough for the lower level.
        boolean refuses = diagnosis.levels().stream()
                        .anyMatch(level -> level.failedRequests().count() > 0)
                && !(law instanceof Law.CpuBound);
        // Answers that come in bursts may leave the number in doubt, and credit makes the first level the faster one.
        boolean waits = law instanceof Law.Undecided
                || law instanceof Law.Collapse
                || (law instanceof Law.Limit limit && limit.shape() != Law.Shape.ROUNDS);
        double steady = steadyServed(diagnosis);
        int requests = (int) Math.min(cap, Math.max(MIN_BURST, 2 * BURST_FACTOR * steady));
        return (refuses || waits)
                        && diagnosis.single().orElseThrow().spread() <= MAX_SPREAD
                        && requests >= BURST_FACTOR * steady + BURST_MARGIN
                ? requests
                : 0;
    }

    /**
     * Returns true if the rate is proved: by many at a slow pace, or by a single client. If many are refused at a slow
     * pace as well, errors at any pace must be too few to explain the refusals of the single client.
     */
    public static boolean isProved(RateLimit rate, Pacing pacing) {
        boolean contradicted = pacing.slowPace().isPresent()
                && pacing.singleClient().filter(RateLaw::isSeldomRefused).isPresent();
        return pacing.held() > 0 || (rate.byOneClient() && !contradicted);
    }

    private static boolean isSeldomRefused(Pacing.SingleClient lone) {
        long refused = lone.failedRequests().count();
        return refused > 0
                && refused < MANY_REFUSED * (refused + lone.perSecond() * Pacing.SingleClient.REFUSED_SECONDS);
    }

    /** Returns the pace of the control, in requests a second; 0 if the rate is too low for one. */
    public static double calmPerSecond(RateLimit rate) {
        double calm = CALM_SHARE * rate.perSecond();
        return calm < MIN_PER_SECOND ? 0 : calm;
    }

    /**
     * Returns the pace at which the same connections are tried once more, where a single client was not refused: there is
     * hardly ever more than one request in flight then. 0 if that takes too long.
     *
     * @param connections how many are tried
     */
    public static double calmPerSecond(Pacing pacing, int connections) {
        double calm = pacing.singleClient()
                .map(lone -> Math.min(MAX_CALM_PER_SECOND, IN_FLIGHT_SHARE / lone.restedSeconds()))
                .orElse(0.0);
        return connections > MAX_CALM_SECONDS * calm ? 0 : calm;
    }

    /**
     * Returns how many connections the control has: more than have failed, as far as there is time for them.
     *
     * @param failed fewest connections that failed
     * @param cap most connections that may be tried
     */
    public static int calmConnections(int failed, double calmPerSecond, int cap) {
        double target = Math.min(Math.max(2.0 * failed, CALM_SECONDS * calmPerSecond), failed + (double) MAX_BEYOND);
        return (int) Math.max(1, Math.min(cap, Math.min(target, MAX_CALM_SECONDS * calmPerSecond)));
    }
}
