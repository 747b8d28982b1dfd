package io.ceiling.harness.verdict.law;

import io.ceiling.harness.model.law.Crowd;
import io.ceiling.harness.model.law.Diagnosis;
import io.ceiling.harness.model.law.LoadLevel;
import io.ceiling.harness.model.law.ServiceTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A server that serves a number of requests at once, each for a time drawn around a mean, and lets the others wait, in
 * a closed loop of clients.
 *
 * @param places requests served at once
 * @param seconds mean time of one
 * @param spread largest distance of a time from the mean, as a share of it
 * @param random draws
 */
record SimulatedPool(int places, double seconds, double spread, Random random) {

    private static final double BETWEEN_READINGS = 0.02;

    /** Returns what ten single requests and two levels beyond the ceiling show. */
    Diagnosis diagnosis(int ceiling) {
        List<Long> single = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            single.add((long) (draw() * 1e9));
        }
        List<LoadLevel> levels = DiagnosisPlan.levels(ceiling, Integer.MAX_VALUE).stream()
                .map(offered -> new LoadLevel(
                        offered,
                        Completions.rate(readings(offered), seconds),
                        LoadLevel.Refused.NONE,
                        new LoadLevel.Processors(OptionalDouble.of(0.02), 2, OptionalDouble.of(0.1)),
                        Crowd.notSeen("simulated")))
                .toList();
        return new Diagnosis(Optional.of(new ServiceTime(single)), levels, Crowd.notSeen("simulated"), "");
    }

    private double draw() {
        return seconds * (1 + spread * (2 * random.nextDouble() - 1));
    }

    /** Returns the readings of the window of a level, with polls that are not quite regular. */
    private List<Completions.Point> readings(int offered) {
        double from = DiagnosisPlan.settling(seconds).toNanos() / 1e9;
        double until = from + DiagnosisPlan.window(seconds).toNanos() / 1e9;
        PriorityQueue<Double> inService = new PriorityQueue<>();
        for (int i = 0; i < Math.min(offered, places); i++) {
            // Connections are opened one after the other.
            inService.add(i * 0.001 + draw());
        }
        List<Completions.Point> readings = new ArrayList<>();
        long answered = 0;
        double next = from;
        while (next < until) {
            while (inService.element() <= next) {
                // As many wait as are needed: the next one is served at once.
                double now = inService.remove();
                answered++;
                inService.add(now + draw());
            }
            readings.add(new Completions.Point((long) (next * 1e9), answered));
            next += BETWEEN_READINGS * (0.9 + 0.3 * random.nextDouble());
        }
        return readings;
    }
}
