package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Detects a server that closes connections at a constant age, and tells a limit of time from a limit of number.
 *
 * <p>Notes. Containers look for idle connections about once a second and close all that are due, so ages spread over a
 * second even then, and the first batch may be all that is seen. A server that closes everything at one moment leaves
 * other traces: no connection stays open, and the ages spread as far as the opens did.
 *
 * <p>All connections of a step got their last answer within a moment, so whatever closes them closes them at one age: a
 * proxy that makes room, a container that shortens the idle time-out when it is full, a process that ends. Therefore
 * the age alone proves nothing: a control step holds few connections for twice as long. Only a time-out closes those as
 * well, at the same age. They are few, since many are late for other reasons.
 */
public final class IdleTimeout {

    private static final long SECOND = 1_000_000_000L;
    // Connections closed at a lower age were refused rather than timed out.
    private static final long MIN_AGE_NANOS = SECOND / 2;
    // Expected spread of the ages, since containers look for idle connections about once a second.
    private static final long GRAIN_NANOS = 3 * SECOND / 2;

    private static final double GRAIN_SHARE = 0.1;
    private static final int MIN_CLOSED = 3;
    // Two ages are the same if they differ by no more than this share, or by the grain.
    private static final double SAME_AGE_SHARE = 0.2;

    private static final Duration MAX_CONTROL_HOLD = Duration.ofMinutes(2);
    private static final int MAX_CONTROL_CONNECTIONS = 100;
    private static final Duration CONTROL_MARGIN = Duration.ofSeconds(2);

    private IdleTimeout() {}

    static Optional<Attribution> detect(FailedStep failedStep) {
        LoadReading load = failedStep.evidence().failed().after().load();
        AgeRange ages = load.counts().closedAges();
        long closed = failedStep.newFailures(FailureCause.CLOSED_WHILE_HELD);
        if (closed < MIN_CLOSED || !isConstant(ages) || isAllAtOnce(failedStep, ages.spreadNanos())) {
            return Optional.empty();
        }
        return Optional.of(
                new Attribution(
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        Confidence.MEDIUM,
                        "the server closed %d held connections at an age of %s to %s"
                                .formatted(
                                        closed,
                                        Figures.secondsOf(ages.youngestNanos()),
                                        Figures.secondsOf(ages.oldestNanos())),
                        "raise the server's idle time-out (keepAliveTimeout, connectionTimeout, idleTimeout, --timeout-keep-alive of uvicorn) above the time a connection is held"));
    }

    /**
     * Returns true if a control step can tell why held connections were closed.
     *
     * @param failures all failures, the one next to the ceiling first; at least one
     */
    public static boolean needsControl(List<FailedStep> failures) {
        LimitingFactor factor = failures.get(0).attribution().factor();
        return factor == LimitingFactor.SERVER_IDLE_TIMEOUT
                || (factor == LimitingFactor.UNKNOWN && ConnectionEviction.isEviction(failures));
    }

    /** Returns the time for which a control step holds its connections: twice the age at which others were closed. */
    public static Duration controlHold(FailedStep failed) {
        Duration twice = Duration.ofNanos(2 * ages(failed.step()).oldestNanos()).plus(CONTROL_MARGIN);
        return twice.compareTo(MAX_CONTROL_HOLD) < 0 ? twice : MAX_CONTROL_HOLD;
    }

    /**
     * Returns how many connections a control step holds: at most half of those that were held already, so that no limit
     * of the number closes them.
     */
    public static int controlConnections(int ceiling, int servers) {
        return Math.min(ceiling / 2, Math.max(MAX_CONTROL_CONNECTIONS, servers));
    }

    /** Returns true if the server closed the control at the same age: then the ramp finds no number of connections. */
    public static boolean isProved(Step failed, Step control) {
        return closedConnections(control.after()) > closedConnections(control.before())
                && isSameAge(ages(failed), ages(control));
    }

    /**
     * Returns the attribution that a control step confirms or replaces; all but an idle time-out, and closed
     * connections of unknown cause, are returned unchanged.
     *
     * @param failures all failures, the one next to the ceiling first
     * @param control step with fewer connections, held for twice as long; empty if there was none
     */
    public static Attribution confirm(Attribution attribution, List<FailedStep> failures, Optional<Step> control) {
        Attribution byControl = judgeControl(attribution, failures, control);
        boolean byNumber = byControl.factor() == LimitingFactor.SERVER_MAX_CONNECTIONS
                && attribution.factor() != LimitingFactor.SERVER_MAX_CONNECTIONS;
        return byNumber ? ProxyLimits.asWorkerEviction(byControl, failures.get(0)) : byControl;
    }

    private static Attribution judgeControl(
            Attribution attribution, List<FailedStep> failures, Optional<Step> control) {
        if (attribution.factor() == LimitingFactor.UNKNOWN && ConnectionEviction.isEviction(failures)) {
            return control.flatMap(controlStep -> ConnectionEviction.confirm(failures, controlStep))
                    .orElse(attribution);
        }
        if (attribution.factor() != LimitingFactor.SERVER_IDLE_TIMEOUT) {
            return attribution;
        }
        if (control.isEmpty()) {
            return judgeWithoutControl(attribution, failures);
        }
        Step failed = failures.get(0).step();
        Step controlStep = control.get();
        String held = "%s for %s"
                .formatted(
                        Plural.of(controlStep.target(), "connection"), Figures.secondsOf(controlStep.durationNanos()));
        if (isProved(failed, controlStep)) {
            return new Attribution(
                    LimitingFactor.SERVER_IDLE_TIMEOUT,
                    Confidence.HIGH,
                    "%s; control: of %s too it closed the first at %s"
                            .formatted(
                                    attribution.evidence(),
                                    held,
                                    Figures.secondsOf(ages(controlStep).youngestNanos())),
                    attribution.relief());
        }
        boolean nothingLeft = failed.after().load().connections().alive() == 0;
        if (nothingLeft) {
            return new Attribution(
                    LimitingFactor.SERVER_CRASH,
                    Confidence.MEDIUM,
                    "%s, and no connection was left; control: %s %s, so that it was no time-out but a restart or a crash"
                            .formatted(
                                    attribution.evidence(),
                                    held,
                                    controlStep.passed() ? "stayed open" : controlStep.failure()),
                    "read the log of the server or of its supervisor");
        }
        return controlStep.passed()
                ? new Attribution(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        Confidence.MEDIUM,
                        "%s of %d; control: %s stayed open, so that their number closes others and not their age"
                                .formatted(attribution.evidence(), failed.target(), held),
                        "raise the limit of connections of the server or of the proxy before it (such as Jetty's connectionlimit, worker_connections of nginx)")
                : new Attribution(
                        LimitingFactor.UNKNOWN,
                        Confidence.NONE,
                        "%s; control: %s: %s".formatted(attribution.evidence(), held, controlStep.failure()),
                        "read the server's log: it closes connections for a reason that their age does not show");
    }

    // If not even half of the connections can be held, a failure with many more connections is the control.
    private static Attribution judgeWithoutControl(Attribution attribution, List<FailedStep> failures) {
        Step smallest = failures.get(0).step();
        Step largest = failures.get(failures.size() - 1).step();
        if (largest.target() >= 2 * smallest.target() && isSameAge(ages(smallest), ages(largest))) {
            return new Attribution(
                    LimitingFactor.SERVER_IDLE_TIMEOUT,
                    Confidence.HIGH,
                    "%s; of %d and of %d connections alike"
                            .formatted(attribution.evidence(), smallest.target(), largest.target()),
                    attribution.relief());
        }
        return attribution.withEvidence(
                attribution.evidence() + "; not confirmed: no control step with fewer connections was possible");
    }

    /** Returns true if all were closed at one age, as far as containers look at it. */
    public static boolean isConstant(AgeRange ages) {
        return !ages.isEmpty()
                && ages.youngestNanos() >= MIN_AGE_NANOS
                && ages.spreadNanos() <= Math.max(GRAIN_NANOS, GRAIN_SHARE * ages.oldestNanos());
    }

    public static boolean isSameAge(AgeRange one, AgeRange other) {
        if (one.isEmpty() || other.isEmpty()) {
            return false;
        }
        long difference = Math.abs(one.youngestNanos() - other.youngestNanos());
        return difference <= Math.max(GRAIN_NANOS, SAME_AGE_SHARE * one.youngestNanos());
    }

    public static AgeRange ages(Step step) {
        return step.after().load().counts().closedAges();
    }

    private static boolean isAllAtOnce(FailedStep failedStep, long spreadNanos) {
        List<Sample> window = failedStep.window();
        int batches = 0;
        for (int i = 1; i < window.size(); i++) {
            if (closedConnections(window.get(i)) > closedConnections(window.get(i - 1))) {
                batches++;
            }
        }
        boolean nothingLeft = window.get(window.size() - 1).load().connections().alive() == 0;
        return batches == 1 && nothingLeft && spreadNanos > GRAIN_NANOS;
    }

    private static long closedConnections(Sample sample) {
        return sample.load().failures().count(FailureCause.CLOSED_WHILE_HELD);
    }
}
