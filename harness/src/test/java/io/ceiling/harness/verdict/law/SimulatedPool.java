package io.ceiling.harness.verdict.law;

import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadsByPlace;
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
 * @param seconds mean time for which one takes a place
 * @param spread largest distance of a time from the mean, as a share of it
 * @param outside time between the end of that time and the answer
 * @param patience time after which a request that waits for a place is refused
 * @param random draws
 */
record SimulatedPool(int places, double seconds, double spread, double outside, double patience, Random random) {

    private static final double BETWEEN_READINGS = 0.02;

    /** Share of the time of a request after which one comes in place of one that was refused. */
    private static final double REFILLING = 0.2;

    SimulatedPool(int places, double seconds, double spread, Random random) {
        this(places, seconds, spread, 0, Double.MAX_VALUE, random);
    }

    /** Returns what ten single requests and two levels beyond the ceiling show. */
    Diagnosis diagnosis(int ceiling) {
        List<Long> single = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            single.add((long) ((draw() + outside) * 1e9));
        }
        List<LoadLevel> levels = DiagnosisPlan.levels(ceiling, Integer.MAX_VALUE).stream()
                .map(this::level)
                .toList();
        return new Diagnosis(Optional.of(new ServiceTime(single)), levels, ThreadsByPlace.notSeen("simulated"), "");
    }

    private double draw() {
        return seconds * (1 + spread * (2 * random.nextDouble() - 1));
    }

    private double serviceSeconds() {
        return seconds + outside;
    }

    private LoadLevel level(int offered) {
        // Connections are opened one after the other.
        double settled = DiagnosisPlan.settlingTime(serviceSeconds()).toNanos() / 1e9;
        double end = settled + DiagnosisPlan.window(serviceSeconds()).toNanos() / 1e9;
        PriorityQueue<Double> arrivals = new PriorityQueue<>();
        for (int i = 0; i < offered; i++) {
            arrivals.add(i * 0.001);
        }
        List<Double> answers = new ArrayList<>();
        long refused = 0;
        PriorityQueue<Double> taken = new PriorityQueue<>();
        while (arrivals.element() < end) {
            double arrival = arrivals.remove();
            double start = taken.size() < places ? arrival : Math.max(arrival, taken.element());
            if (start - arrival > patience) {
                refused++;
                arrivals.add(arrival + patience + REFILLING * serviceSeconds());
            } else {
                if (taken.size() == places) {
                    taken.remove();
                }
                double free = start + draw();
                taken.add(free);
                answers.add(free + outside);
                arrivals.add(free + outside);
            }
        }
        List<Completions.AnswerCount> all = readings(answers.stream().sorted().toList(), end);
        List<Completions.AnswerCount> window =
                all.stream().filter(point -> point.nanos() >= settled * 1e9).toList();
        return new LoadLevel(
                        offered,
                        Completions.rate(window, serviceSeconds()),
                        refused == 0
                                ? LoadLevel.FailedRequests.NONE
                                : new LoadLevel.FailedRequests(refused, refused + " x unexpected-status"),
                        new LoadLevel.ProcessorsUsed(OptionalDouble.of(0.02), 2, OptionalDouble.of(0.1)),
                        ThreadsByPlace.notSeen("simulated"))
                .with(Completions.bursts(all, Math.min(offered, places) * 0.001, serviceSeconds()));
    }

    /** Returns readings with polls that are not quite regular. */
    private List<Completions.AnswerCount> readings(List<Double> answers, double end) {
        List<Completions.AnswerCount> readings = new ArrayList<>();
        int answered = 0;
        for (double now = 0; now < end; now += BETWEEN_READINGS * (0.9 + 0.3 * random.nextDouble())) {
            while (answered < answers.size() && answers.get(answered) <= now) {
                answered++;
            }
            readings.add(new Completions.AnswerCount((long) (now * 1e9), answered));
        }
        return readings;
    }
}
