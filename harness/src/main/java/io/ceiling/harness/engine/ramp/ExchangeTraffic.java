package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.scenario.RampSettings;
import java.util.function.Predicate;

/** Traffic that sends one request on each connection and awaits its answer, at the rate of the ramp. */
record ExchangeTraffic(LoadedServer server, RampSettings ramp) implements StepTraffic {

    @Override
    public TrafficOutcome run(int step, Predicate<LoadReading> broken) {
        Fleet fleet = server.fleet();
        fleet.exchange(ramp.rates().exchangesPerSecond());
        StallDetector answers = new StallDetector(server.clock(), ramp.stallTimeout());
        while (true) {
            LoadReading counts = fleet.counts();
            server.recorder().tick(counts);
            if (counts.exchanges().pending() == 0) {
                return TrafficOutcome.FINE;
            }
            if (broken.test(counts) || answers.isStalled(counts.exchanges().answered())) {
                return TrafficOutcome.BROKEN_OFF;
            }
            server.rest();
        }
    }
}
