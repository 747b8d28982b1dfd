package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import io.ceiling.load.loop.Pace;
import java.util.function.Predicate;

/** Traffic that keeps a request outstanding on every connection. */
record InFlightTraffic(LoadedServer server, RequestPace work, RampSettings ramp) implements StepTraffic {

    @Override
    public TrafficOutcome run(int step, Predicate<LoadReading> broken) {
        Fleet fleet = server.fleet();
        Pace pace = RequestsInFlight.pace(work, ramp, server.alive(), AgentPlans.SEED + step);
        fleet.converse(pace);
        long begin = server.clock().nanoTime();
        // Answers that are later than the SLO end the step; this bound is for a load agent that does not notice them.
        long most = pace.durationNanos() + ramp.stallTimeout().toNanos();
        while (true) {
            LoadReading counts = fleet.counts();
            server.recorder().tick(counts);
            long elapsed = server.clock().nanoTime() - begin;
            if (broken.test(counts) || elapsed >= most) {
                fleet.converse(Pace.NONE);
                return TrafficOutcome.BROKEN_OFF;
            }
            if (elapsed >= pace.durationNanos() && counts.exchanges().pending() == 0) {
                return TrafficOutcome.FINE;
            }
            server.rest();
        }
    }
}
