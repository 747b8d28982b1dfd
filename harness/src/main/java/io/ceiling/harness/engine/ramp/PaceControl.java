package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.law.Completions;
import io.ceiling.harness.verdict.law.RateLaw;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.load.loop.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Sends requests at other paces than the ramp: as a single client without pauses, and as many slow clients. Connections
 * of the load agents are closed before and after.
 */
final class PaceControl {

    // Time without a request, in which a bucket of tokens fills.
    private static final Duration REST = Duration.ofSeconds(2);

    // Pause before a request, so that it waits for no other.
    private static final Duration PAUSE = Duration.ofMillis(250);

    // Requests after a pause, of which the fastest counts.
    private static final int RESTED = 3;

    // Time for which a single client sends requests.
    private static final Duration ASKING = Duration.ofSeconds(2);

    // Time for which it continues after the first refusal.
    private static final Duration REFUSED = Duration.ofSeconds(Pacing.SingleClient.REFUSED_SECONDS);

    private static final double AT_ONCE_PER_SECOND = 1e6;

    // Service times within which one round of requests is answered.
    private static final double ONE_ROUND = 1.5;

    // Service times after which a third round may be answered: such a reading is too late.
    private static final double SECOND_ROUND = 2.5;

    // Share of a service time by which a round may end before its time.
    private static final double EARLY = 0.1;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration LONGEST = Duration.ofSeconds(RateLaw.LONGEST_SECONDS);

    private final LoadedServer server;
    private final Fleet fleet;
    private final RampSettings ramp;
    private final RunClock clock;

    PaceControl(LoadedServer server) {
        this.server = server;
        this.fleet = server.fleet();
        this.ramp = server.ramp();
        this.clock = server.clock();
    }

    /**
     * Returns the answers to a single client; none if its first requests are not answered or take too long. Blocks for
     * some seconds, at most {@link RateLaw#LONGEST_SECONDS} for each request.
     */
    Pacing measureLoneClient() {
        begin(PATIENCE);
        fleet.open(1, ramp.rates().opensPerSecond());
        await(LONGEST, () -> fleet.counts().connections().alive() == 0);
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < RESTED && isUnharmed() && !isPending(); i++) {
            pause(PAUSE);
            fleet.exchange(ramp.rates().exchangesPerSecond());
            await(LONGEST, this::isPending);
            fastest = Math.min(
                    fastest, fleet.reading().times().exchanges().response().maxNanos());
        }
        if (isUnharmed() && isPending() && !server.mustStop()) {
            return Pacing.withoutSingleClient(RateLaw.tooSlowReason());
        }
        return isUnharmed() && fastest > 0 && fastest < Long.MAX_VALUE
                ? new Pacing(Optional.of(unpaused(fastest / 1e9)), Optional.empty())
                : Pacing.NONE;
    }

    private boolean isPending() {
        LoadReading counts = fleet.counts();
        return counts.connections().pending() + counts.exchanges().pending() > 0;
    }

    private Pacing.SingleClient unpaused(double restedSeconds) {
        long servedBefore = fleet.counts().connections().served();
        fleet.saturate(ASKING.plus(REFUSED).plus(PATIENCE));
        List<Completions.AnswerCount> points = new ArrayList<>();
        long answeredFirst = 0;
        long end = clock.nanoTime() + ASKING.toNanos();
        boolean refused = false;
        LoadReading counts = fleet.counts();
        while (clock.nanoTime() < end && !server.mustStop()) {
            counts = fleet.counts();
            long answered = counts.connections().served()
                    - servedBefore
                    + counts.exchanges().answered();
            if (!refused && !isUnharmed(counts)) {
                refused = true;
                answeredFirst = answered;
                points.clear();
                end = clock.nanoTime() + REFUSED.toNanos();
            }
            points.add(new Completions.AnswerCount(clock.nanoTime(), answered));
            if (counts.connections().alive() + counts.connections().pending() == 0) {
                fleet.open(1, ramp.rates().opensPerSecond());
            }
            clock.pause();
        }
        fleet.converse(Pace.NONE);
        double perSecond =
                points.size() < 2 ? 0 : Completions.rate(points, restedSeconds).perSecond();
        long answered = points.isEmpty() ? 0 : points.get(points.size() - 1).answered();
        return new Pacing.SingleClient(
                restedSeconds,
                refused ? answeredFirst : answered,
                perSecond,
                refused
                        ? LoadLevel.FailedRequests.of(
                                counts.failures(), StepJudge.newFailures(LoadReading.NONE, counts), 0)
                        : LoadLevel.FailedRequests.NONE);
    }

    /** Returns the outcome for that many clients at that pace. Blocks until all are answered, or one fails. */
    Pacing.SlowPace calm(int connections, double perSecond) {
        begin(ramp.slo());
        Duration each = Duration.ofNanos((long) (connections / perSecond * 1e9))
                .plus(ramp.slo().multipliedBy(2));
        fleet.open(connections, perSecond);
        await(each, () -> fleet.counts().connections().alive() < connections);
        if (isUnharmed()) {
            fleet.exchange(perSecond);
            await(each, () -> fleet.counts().exchanges().pending() > 0);
        }
        Optional<String> failure = StepJudge.failure(connections, LoadReading.NONE, fleet.reading(), ramp);
        return new Pacing.SlowPace(connections, perSecond, failure.orElse(""));
    }

    /**
     * Returns the answers to a burst of that many requests within the time of one round: later answers may come from a
     * queue. Blocks for some seconds at most. A reading that comes too late counts no answer.
     */
    Pacing.Burst burst(int requests, double serviceSeconds) {
        begin(PATIENCE);
        long begin = clock.nanoTime();
        fleet.open(requests, AT_ONCE_PER_SECOND);
        long round = (long) (ONE_ROUND * serviceSeconds * 1e9) - (clock.nanoTime() - begin);
        server.awaitWhile(
                Duration.ofNanos(round), () -> fleet.counts().connections().pending() > 0);
        LoadReading counts = fleet.counts();
        long answered = counts.connections().served();
        double rounds = (clock.nanoTime() - begin) / 1e9 / serviceSeconds;
        boolean late = rounds > SECOND_ROUND;
        // A close would leave the outstanding requests in the server.
        server.awaitWhile(PATIENCE, this::isPending);
        LoadReading end = fleet.counts();
        OptionalDouble refused = end.failures().refusals().values().stream()
                .mapToDouble(refusal -> refusal.longestNanos() / 1e9)
                .max();
        // A reading that came too late proves nothing.
        return new Pacing.Burst(
                requests,
                late ? 0 : answered,
                late ? OptionalDouble.empty() : refused,
                end.connections().served(),
                Math.max(1, (int) (rounds + EARLY)));
    }

    private void begin(Duration slo) {
        server.prepare(ramp.toBuilder().slo(slo).build());
        pause(REST);
    }

    /** Prepares the agents for the ramp again, with as many connections as it had. Blocks until they are served. */
    void restoreConnections(int connections) {
        server.prepare(ramp);
        if (connections > 0) {
            double slower = ramp.rates().opensPerSecond() / 2;
            fleet.open(connections, slower);
            await(
                    ramp.slo().plusNanos((long) (connections / slower * 1e9)),
                    () -> fleet.counts().connections().alive() < connections);
        }
    }

    private void pause(Duration time) {
        server.awaitWhile(time, () -> true);
    }

    private void await(Duration most, BooleanSupplier unanswered) {
        server.awaitWhile(most, () -> unanswered.getAsBoolean() && isUnharmed());
    }

    private boolean isUnharmed() {
        return isUnharmed(fleet.counts());
    }

    private static boolean isUnharmed(LoadReading counts) {
        return counts.failures().total() == 0;
    }
}
