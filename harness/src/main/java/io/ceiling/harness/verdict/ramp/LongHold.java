package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.IdleTimeout;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Finds the idle time-out of a server, of any make, by connections that are held for as long as usual ones. If the
 * server closes them, fewer are held next: a time-out closes these at the same age, and a limit of the number does not.
 * Pure functions.
 *
 * @param scenario what was measured
 * @param ramp its settings
 * @param longSteps steps that were held for long after the ramp, the one with most connections first; none if not requested
 * @param failures failures of the ramp
 */
public record LongHold(Scenario scenario, RampSettings ramp, List<Step> longSteps, List<FailedStep> failures) {

    // Longer by 5 s than the minute that many servers and proxies have.
    private static final String HOLD_OPTION = "--hold=65s";

    private static final Duration HOLD_MARGIN = Duration.ofSeconds(3);
    private static final int FEWER_DIVISOR = 4;

    public LongHold {
        longSteps = List.copyOf(longSteps);
        failures = List.copyOf(failures);
    }

    /**
     * Returns the requested time to hold connections after the ramp; empty without a request, or if requests are
     * measured.
     */
    public static Optional<Duration> requestedHold(Scenario scenario, RampSettings ramp) {
        return isIdle(scenario) ? ramp.heldOnce() : Optional.empty();
    }

    private static boolean isIdle(Scenario scenario) {
        return scenario.work().inFlight().isEmpty() && !scenario.workload().isRecursive();
    }

    /** Returns how many connections are held: half of the ceiling, which no limit of the number closes. */
    public static int connections(int ceiling) {
        return Math.max(1, ceiling / 2);
    }

    /** Returns how many connections tell a time-out from a limit of the number; empty if the server closed none. */
    public static OptionalInt fewerConnections(Step first) {
        int fewer = first.target() / FEWER_DIVISOR;
        return IdleTimeout.ages(first).isEmpty() || fewer < 1 ? OptionalInt.empty() : OptionalInt.of(fewer);
    }

    /** Returns how long the fewer connections are held: a little longer than the server kept the others. */
    public static Duration fewerHold(Step first) {
        return Duration.ofNanos(IdleTimeout.ages(first).oldestNanos()).plus(HOLD_MARGIN);
    }

    /** Returns the verdict with what the long hold has shown, or with the offer of one. */
    public Verdict with(Verdict verdict) {
        if (longSteps.isEmpty()) {
            return shouldOffer(verdict)
                    ? withWords(
                            verdict,
                            "connections were held for %.1f s at each level: %s finds idle time-outs up to that"
                                    .formatted(ramp.hold().toMillis() / 1e3, HOLD_OPTION))
                    : verdict;
        }
        String words = words();
        if (!isTimeout()) {
            return withWords(verdict, words);
        }
        if (verdict instanceof Verdict.AtLeast atLeast && atLeast.factor().isEmpty()) {
            return new Verdict.AtLeast(
                    atLeast.connections(),
                    Optional.of(LimitingFactor.SERVER_IDLE_TIMEOUT),
                    "%s; %s".formatted(atLeast.why(), words));
        }
        return verdict instanceof Verdict.Reached reached && reached.factor() != LimitingFactor.SERVER_IDLE_TIMEOUT
                ? withIdleTimeout(reached, words)
                : withWords(verdict, words);
    }

    // Returns true if a long hold could say more about an application: nothing was limited, or connections were
    // closed.
    private boolean shouldOffer(Verdict verdict) {
        boolean users = scenario.isExternal() || scenario.application().isPresent();
        boolean free = verdict instanceof Verdict.AtLeast atLeast
                && atLeast.factor().isEmpty()
                && atLeast.connections() == scenario.capConnections();
        boolean closed = verdict instanceof Verdict.Reached reached
                && reached.factor() != LimitingFactor.SERVER_IDLE_TIMEOUT
                && failures.stream()
                        .map(FailedStep::step)
                        .anyMatch(step -> step.after().load().failures().count(FailureCause.CLOSED_WHILE_HELD)
                                > step.before().load().failures().count(FailureCause.CLOSED_WHILE_HELD));
        return users && isIdle(scenario) && requestedHold(scenario, ramp).isEmpty() && (free || closed);
    }

    private boolean isTimeout() {
        AgeRange ages = IdleTimeout.ages(longSteps.get(0));
        return IdleTimeout.isConstant(ages)
                && (longSteps.size() == 1
                        ? longSteps.get(0).target() == 1
                        : IdleTimeout.isSameAge(ages, IdleTimeout.ages(longSteps.get(1))));
    }

    private String words() {
        Step first = longSteps.get(0);
        String connections = Plural.of(first.target(), "connection");
        if (first.passed()) {
            return "%s stayed open for %s without a request: no idle time-out up to that"
                    .formatted(connections, Figures.secondsOf(ramp.hold().toNanos()));
        }
        AgeRange ages = IdleTimeout.ages(first);
        if (ages.isEmpty()) {
            return "%s were held for %s: %s"
                    .formatted(connections, Figures.secondsOf(first.durationNanos()), first.failure());
        }
        String closed = "of %s without a request the server closed the first at an age of %s"
                .formatted(connections, Figures.secondsOf(ages.youngestNanos()));
        if (longSteps.size() == 1) {
            return closed;
        }
        Step fewer = longSteps.get(1);
        return IdleTimeout.ages(fewer).isEmpty()
                ? "%s; %d stayed open for %s, so that it is the number that closes others"
                        .formatted(closed, fewer.target(), Figures.secondsOf(fewer.durationNanos()))
                : "%s, and of %d at %s: %s"
                        .formatted(
                                closed,
                                fewer.target(),
                                Figures.secondsOf(IdleTimeout.ages(fewer).youngestNanos()),
                                isTimeout()
                                        ? "an idle time-out of about %.0f s, whatever their number"
                                                .formatted(ages.youngestNanos() / 1e9)
                                        : "no idle time-out, which closes both at one age");
    }

    private static Verdict withIdleTimeout(Verdict.Reached reached, String words) {
        return new Verdict.Reached(
                reached.ceiling(),
                reached.firstFailure(),
                reached.factor(),
                "%s; %s".formatted(reached.evidence(), words),
                reached.relief(),
                reached.confidence(),
                Stream.concat(
                                Stream.of(new NextLimit(LimitingFactor.SERVER_IDLE_TIMEOUT, words)),
                                reached.next().stream())
                        .toList());
    }

    private static Verdict withWords(Verdict verdict, String words) {
        return Verdicts.withNote(words, verdict);
    }
}
