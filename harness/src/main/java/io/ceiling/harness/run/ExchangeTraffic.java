package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.RampSettings;
import java.util.function.Predicate;

/** One request and its answer on each connection, at a rate. */
final class ExchangeTraffic implements Traffic {

    private final Fleet fleet;
    private final RampSettings ramp;
    private final Recorder recorder;
    private final Waiting waiting;

    ExchangeTraffic(Fleet fleet, RampSettings ramp, Recorder recorder, Waiting waiting) {
        this.fleet = fleet;
        this.ramp = ramp;
        this.recorder = recorder;
        this.waiting = waiting;
    }

    @Override
    public Outcome run(int step, Predicate<LoadReading> broken) {
        fleet.exchange(ramp.rates().exchangesPerSecond());
        Standstill answers = new Standstill(waiting, ramp.stallTimeout());
        while (true) {
            LoadReading counts = fleet.counts();
            recorder.tick(counts);
            if (counts.exchanges().pending() == 0) {
                return Outcome.FINE;
            }
            if (broken.test(counts) || answers.reached(counts.exchanges().answered())) {
                return Outcome.BROKEN_OFF;
            }
            waiting.rest();
        }
    }
}
