package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.scenario.RampSettings;
import java.util.function.Predicate;

/** Traffic that sends one request on each connection and awaits its answer, at the rate of the ramp. */
record ExchangeTraffic(Fleet fleet, RampSettings ramp, Recorder recorder, Waiting waiting) implements StepTraffic {

    @Override
    public Outcome run(int step, Predicate<LoadReading> broken) {
        fleet.exchange(ramp.rates().exchangesPerSecond());
        StallDetector answers = new StallDetector(waiting, ramp.stallTimeout());
        while (true) {
            LoadReading counts = fleet.counts();
            recorder.tick(counts);
            if (counts.exchanges().pending() == 0) {
                return Outcome.FINE;
            }
            if (broken.test(counts) || answers.reached(counts.exchanges().answered())) {
                return Outcome.BROKEN_OFF;
            }
            waiting.rest(fleet.size());
        }
    }
}
