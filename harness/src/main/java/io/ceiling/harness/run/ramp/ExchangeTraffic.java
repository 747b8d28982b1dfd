package io.ceiling.harness.run.ramp;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.run.session.Recorder;
import io.ceiling.harness.run.session.StallDetector;
import io.ceiling.harness.run.session.Waiting;
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
