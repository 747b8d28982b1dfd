package io.ceiling.harness.engine.ramp;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.ramp.StepJudge;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs one step: raises the connections to a level, holds them, runs the traffic of the workload over them, and judges
 * the step.
 *
 * <p>It stops opening at the first failure, so that a server at its ceiling is not flooded with connections that it
 * cannot serve; how a full server answers many more is another question.
 */
final class StepRunner {

    // Number of connections that may wait for their first answer at once: enough to keep both sides busy, and fewer
    // than any container's default listen queue holds (Jetty: 50, Tomcat: 100), so that a burst of the harness is not
    // taken for a full server.
    private static final int OPENING_WINDOW = 32;

    // After this many looks without progress the loop polls less often: each look costs processor time, and progress
    // may as well be seen some milliseconds later.
    private static final int MAX_LOOKS_IN_VAIN = 10;

    // Rests per second, see rest. A rest costs the step no time while the agents still have more connections to open
    // than they can open in one rest.
    private static final int RESTS_PER_SECOND = 50;

    // Largest number of rests between two polls of held connections. There is one rest for each second of the hold, up
    // to this number: a short hold ends in time, and a long one is disturbed little.
    private static final long MOST_RESTS = 10;

    // From here on a hold has one sample a second.
    private static final Duration LONG_HOLD = Duration.ofSeconds(5);

    private static final long EVIDENCE_AFTER_FAILURE_NANOS = 200_000_000;

    private final LoadedServer server;
    private final Fleet fleet;
    private final RampSettings ramp;
    private final StepTraffic traffic;
    private final Recorder recorder;
    private final RunClock clock;
    private final EffortMeter meter;
    private final int window;

    /**
     * Creates a runner of the steps in one server.
     *
     * @param ramp settings with the pace of the step
     * @param halvings number of times that the window is halved, see {@link #window}
     */
    StepRunner(LoadedServer server, RampSettings ramp, StepTraffic traffic, int halvings) {
        this.server = server;
        this.fleet = server.fleet();
        this.ramp = ramp;
        this.traffic = traffic;
        this.recorder = server.recorder();
        this.clock = server.clock();
        this.meter = server.meter();
        this.window = window(server.session().listenQueue(), halvings);
    }

    /**
     * Returns the number of connections that may wait for their first answer at once: at most half of the server's
     * listen queue, where that is known, so that the queue never overflows because of this pace.
     *
     * @param halvings number of times that the window is halved
     */
    static int window(Limit listenQueue, int halvings) {
        return Math.max(1, (int) Math.min(OPENING_WINDOW, listenQueue.orElse(Long.MAX_VALUE) / 2) >> halvings);
    }

    /**
     * Runs a step on top of the connections that are open already, and blocks until it is judged.
     *
     * @param index number of the step, 1 for the first
     * @param target number of connections to hold
     */
    Step run(int index, int target) {
        long startNanos = clock.nanoTime();
        meter.enter(Phase.OPEN);
        recorder.beginStep();
        // Times and pauses must not include earlier steps, in which the server was colder.
        fleet.forgetTimes();
        LoadReading before = fleet.reading();
        Sample beforeSample = recorder.sampleNow(before);
        GeneratorMeter generator = new GeneratorMeter(before, clock.nanoTime());
        StallDetector progress = new StallDetector(clock, ramp.stallTimeout());
        boolean raised = raise(target, before, progress);
        generator.endOpening(fleet.counts(), progress.lastChangeNanos(), clock.nanoTime());
        boolean held = raised && hold(target, before);
        generator.trafficBegins(fleet.counts(), serverNanos(), clock.nanoTime());
        StepTraffic.TrafficOutcome outcome =
                held ? traffic.run(index, counts -> broken(before, counts)) : StepTraffic.TrafficOutcome.BROKEN_OFF;
        if (!outcome.completed()) {
            meter.enter(Phase.RECOVER);
            clock.pollWhile(EVIDENCE_AFTER_FAILURE_NANOS, this::watchOn);
        }
        LoadReading after = fleet.reading();
        Step.Generator generatorReading = generator.read(after, serverNanos(), clock.nanoTime());
        Optional<String> failure = StepJudge.failure(target, before, after, ramp)
                .or(outcome::problem)
                .or(() -> outcome.deliveries().flatMap(messages -> StepJudge.failure(messages, ramp.publishing())));
        meter.enter(failure.isEmpty() ? Phase.COLLECT : Phase.RECOVER);
        Sample afterSample = failure.isEmpty() ? recorder.afterGc(after) : recorder.sampleNow(after);
        return new Step(
                        index,
                        target,
                        Math.toIntExact(after.connections().alive()),
                        failure.isEmpty(),
                        failure.orElse(""),
                        clock.nanoTime() - startNanos,
                        beforeSample,
                        afterSample)
                .with(outcome.deliveries())
                .with(generatorReading)
                .withSlo(outcome.deliveries().isPresent() ? ramp.publishing().p99() : ramp.slo());
    }

    // Returns the processor time of the server so far; not seen without traffic that could cause it.
    private Observation serverNanos() {
        return traffic == StepTraffic.NONE
                ? Observation.NOT_SEEN
                : recorder.cpuNanos(recorder.glance().cpuNanos());
    }

    private boolean raise(int target, LoadReading before, StallDetector progress) {
        double opensPerSecond = ramp.rates().opensPerSecond();
        long aliveBefore = before.connections().alive();
        int raising = 0;
        int inVain = 0;
        while (true) {
            LoadReading counts = fleet.counts();
            recorder.tick(counts);
            long alive = counts.connections().alive();
            // Also at the target, since the time of the last change is the end of the opening.
            boolean stalled = progress.isStalled(alive);
            if (alive >= target) {
                return true;
            }
            if (broken(before, counts) || stalled) {
                fleet.stopOpening();
                return false;
            }
            if (alive >= raising) {
                raising = fleet.openUpTo(target, window, opensPerSecond);
            }
            inVain = alive == aliveBefore ? inVain + 1 : 0;
            aliveBefore = alive;
            double openedInARest = RunClock.restsFor(fleet.size()) * opensPerSecond / RESTS_PER_SECOND;
            if (inVain < MAX_LOOKS_IN_VAIN && raising - alive < openedInARest) {
                clock.pause();
            } else {
                clock.rest(fleet.size());
            }
        }
    }

    private boolean hold(int target, LoadReading before) {
        meter.enter(Phase.HOLD);
        // Nothing changes while connections are held: frequent readings would be most of the load.
        boolean isLong = ramp.hold().compareTo(LONG_HOLD) >= 0;
        long rests = Math.max(
                RunClock.restsFor(fleet.size()),
                Math.min(MOST_RESTS, ramp.hold().toSeconds()));
        return clock.pollWhile(ramp.hold().toNanos(), () -> {
            for (int i = 0; i < rests; i++) {
                clock.rest();
            }
            LoadReading counts = fleet.counts();
            if (isLong) {
                recorder.tickForCsv(counts);
            } else {
                recorder.tick(counts);
            }
            return !broken(before, counts) && counts.connections().alive() >= target;
        });
    }

    private boolean broken(LoadReading before, LoadReading counts) {
        return counts.failures().total() > before.failures().total() || server.mustStop();
    }

    private boolean watchOn() {
        recorder.tick(fleet.counts());
        return true;
    }
}
