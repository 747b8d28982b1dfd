package io.ceiling.harness.estimate;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.List;

/** Estimates roughly how long scenarios take: server start, steps, connections to open. A pure function. */
public final class Estimate {

    private static final double START_AND_STOP_SECONDS = 2.0;

    // Time of a full collection and the readings of one step, in seconds.
    private static final double READINGS_SECONDS = 0.2;

    // Steps after the first failure: a failed step shows how many connections it served; that number passes, and the
    // one just above it fails.
    private static final int STEPS_TO_CLOSE_IN = 2;

    private static final int FAILED_STEPS = 2;

    // Connections that are opened again after a failed step, as a share of the ceiling.
    private static final double REOPENED_SHARE = 1.0;

    // Median of 76 foreign applications, in seconds; their ceilings and answers are not known before.
    private static final double OF_AN_APPLICATION_SECONDS = 31;

    private Estimate() {}

    /** Returns the time of the scenarios that will run; skipped ones take none. */
    public static Duration of(List<Scenario> scenarios, RampSettings ramp, HostLimits host) {
        double seconds = scenarios.stream()
                .filter(scenario -> Scenarios.skipReason(scenario).isEmpty())
                .mapToDouble(scenario -> ramp.nullTime().toMillis() / 1000.0 + seconds(scenario, ramp, host))
                .sum();
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private static double seconds(Scenario scenario, RampSettings ramp, HostLimits host) {
        if (scenario.isExternal() || scenario.application().isPresent()) {
            boolean held = scenario.work().inFlight().isEmpty();
            return OF_AN_APPLICATION_SECONDS
                    + (held ? ramp.heldOnce().map(Duration::toSeconds).orElse(0L) : 0);
        }
        Bound first = CountedBounds.of(scenario, host).get(0);
        double ceiling = Math.max(1, Math.min(first.connections(), scenario.capConnections()));
        // A full thread pool or connection table causes no error, so the step ends only by the stall timeout.
        boolean stalls = first.factor() == LimitingFactor.SERVER_THREADS
                || first.factor() == LimitingFactor.SERVER_MAX_CONNECTIONS;
        double stall =
                stalls ? ramp.forInstances(scenario.instances()).stallTimeout().toMillis() / 1000.0 : 0.3;
        if (scenario.workload().isRecursive()) {
            double secondsPerLevel = scenario.threadKind() == ThreadKind.VIRTUAL ? 0.0014 : 0.0032;
            return scenario.instances() * START_AND_STOP_SECONDS + ceiling * secondsPerLevel + (stalls ? 2 * stall : 0);
        }
        double up = 1
                + Math.max(
                        0,
                        Math.log(ceiling / ramp.levels().startConnections())
                                / Math.log(ramp.levels().growth()));
        double steps = Math.ceil(up) + STEPS_TO_CLOSE_IN;
        double opening = ceiling * (1 + REOPENED_SHARE) / ramp.rates().opensPerSecond();
        double exchanging = scenario.workload().subscribes()
                ? steps * ramp.publishing().time().toSeconds()
                : steps * ceiling / 2 / ramp.rates().exchangesPerSecond();
        return START_AND_STOP_SECONDS
                + steps * (ramp.withLevelHold().hold().toMillis() / 1000.0 + READINGS_SECONDS)
                + ramp.heldOnce().map(Duration::toSeconds).orElse(0L)
                + FAILED_STEPS * (stall + ramp.slo().toMillis() / 1000.0)
                + opening
                + exchanging;
    }
}
