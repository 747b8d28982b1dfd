package io.ceiling.harness.run.predict;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.StartedServer;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.model.prediction.LevelReading;
import io.ceiling.harness.model.prediction.LevelReading.Work;
import io.ceiling.harness.model.prediction.LimitPrediction;
import io.ceiling.harness.run.ramp.EffortMeter;
import io.ceiling.harness.run.ramp.ReadyServer;
import io.ceiling.harness.run.ramp.StepRunner;
import io.ceiling.harness.run.ramp.StepTraffic;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.StopReasons;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.harness.verdict.prediction.LevelPlan;
import io.ceiling.harness.verdict.prediction.LimitPredictor;
import io.ceiling.harness.verdict.prediction.PredictionLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads one server without a connection, and then level by level, until a tenth of its nearest limit is reached. Not
 * thread-safe.
 */
final class LevelLoop {

    /** Time limit of an answer: how fast connections are opened is no result here. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Pace in connections and requests per second, at which no server is near its limits. */
    private static final RampSettings.Rates GENTLE = new RampSettings.Rates(500, 500);

    private static final Duration HOLD = Duration.ofMillis(300);

    /** Connections of the warm-up: a server keeps buffers of connections that have ended, which then cost nothing. */
    private static final int WARM_UP = 2;

    /** Rounds of exchanges of the warm-up. */
    private static final int WARM_UP_ROUNDS = 200;

    /** Length of the periods over which processor time is read; it is counted in ticks of 10 ms. */
    private static final long PERIOD_NANOS = Duration.ofMillis(1_500).toNanos();

    private static final Duration SETTLE = Duration.ofSeconds(3);

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final ServerSession session;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final BooleanSupplier mustStop;
    private final List<LevelReading> levels = new ArrayList<>();

    LevelLoop(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession session,
            Waiting waiting,
            StopReasons stopReasons) {
        this.scenario = scenario;
        this.ramp = ramp.toBuilder().rates(GENTLE).hold(HOLD).build().patient(PATIENCE);
        this.fleet = fleet.over(1);
        this.session = session;
        this.waiting = waiting;
        this.stopReasons = stopReasons;
        this.mustStop =
                () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
    }

    /** The readings of a server, and the limits as they were at the last of them. */
    record Looked(StartedServer server, LimitPrediction prediction) {}

    /**
     * Blocks until the server was read at all levels, with the connections of the last one still open.
     *
     * @param limits reads the limits that no sample has
     * @param progress gets a line for each level
     * @throws ScenarioNotRunException if the server does not hold a level
     */
    Looked run(int most, Supplier<PredictionLimits> limits, Consumer<String> progress) throws InterruptedException {
        ReadyServer ready = new ReadyServer(scenario, ramp, fleet, waiting, session, mustStop);
        ready.requireService();
        warm(ready);
        // In this time the server also closes the descriptors of the warm-up, which it does after its connections.
        Work idle = work(StepTraffic.NONE, 0);
        Sample zero = session.recorder().afterGc(fleet.counts());
        levels.add(new LevelReading(0, zero, idle));
        EffortMeter meter = new EffortMeter(waiting::nanoTime);
        StepTraffic traffic = ready.traffic(ramp);
        int level = LevelPlan.first(zero, most);
        while (true) {
            read(level, traffic, meter);
            LimitPrediction soFar = LimitPredictor.of(levels, limits.get());
            progress.accept("  %d connections%s"
                    .formatted(
                            level,
                            soFar.nearest()
                                    .map(near -> ", nearest limit so far %s at about %d"
                                            .formatted(near.factor().label(), near.whole()))
                                    .orElse("")));
            OptionalInt next = LevelPlan.next(levels.size() - 1, soFar, most);
            if (next.isEmpty()) {
                return new Looked(session.started().server(), soFar);
            }
            level = next.getAsInt();
        }
    }

    /** Uses the server with few connections, so that its classes are loaded, and closes them. */
    private void warm(ReadyServer ready) throws InterruptedException {
        Seen before = session.connections();
        StepTraffic traffic = ready.traffic(ramp);
        Step step = step(1, WARM_UP, traffic, new EffortMeter(waiting::nanoTime));
        requireHeld(step);
        for (int i = 0; i < WARM_UP_ROUNDS && scenario.work().asksAgain() && !mustStop.getAsBoolean(); i++) {
            StepTraffic.Outcome ignored = traffic.run(1, counts -> mustStop.getAsBoolean());
        }
        ready.connect();
        if (scenario.workload().isReleasable()) {
            session.releaseHeld();
        }
        boolean ignored = waiting.until(
                SETTLE.toNanos(), () -> before.isSeen() && session.connections().isAtLeast(before.orElse(0) + 1));
    }

    private void read(int level, StepTraffic traffic, EffortMeter meter) {
        Step step = step(levels.size(), level, traffic, meter);
        requireHeld(step);
        levels.add(new LevelReading(level, step.after(), work(traffic, level)));
    }

    private Step step(int index, int level, StepTraffic traffic, EffortMeter meter) {
        return new StepRunner(
                        fleet,
                        ramp,
                        traffic,
                        session.recorder(),
                        waiting,
                        mustStop,
                        meter,
                        StepRunner.window(session.listenQueue(), 0))
                .run(index, level);
    }

    private void requireHeld(Step step) {
        if (!step.passed()) {
            throw new ScenarioNotRunException("%d of %d connections were held, which is a limit that was met: %s"
                    .formatted(
                            step.served(),
                            step.target(),
                            session.ended().or(stopReasons::now).orElse(step.failure())));
        }
    }

    /** Reads the processor time of idle connections and of connections that exchange. */
    private Work work(StepTraffic traffic, int level) {
        Seen cpu = session.cpuNanos();
        long start = waiting.nanoTime();
        boolean ignored = waiting.until(PERIOD_NANOS, () -> tick() && !mustStop.getAsBoolean());
        Seen idleCpu = session.cpuNanos().since(cpu);
        long idle = waiting.nanoTime() - start;
        if (level == 0 || !scenario.work().asksAgain()) {
            return new Work(Seen.of(idle), idleCpu, Seen.NOT, Seen.NOT, Seen.NOT);
        }
        long answered = 0;
        cpu = session.cpuNanos();
        start = waiting.nanoTime();
        while (waiting.nanoTime() - start < PERIOD_NANOS && !mustStop.getAsBoolean()) {
            StepTraffic.Outcome outcome = traffic.run(levels.size(), counts -> mustStop.getAsBoolean());
            // The agents count each round anew.
            answered += fleet.counts().exchanges().answered();
            if (!outcome.unharmed()) {
                break;
            }
        }
        Seen busyCpu = session.cpuNanos().since(cpu);
        return new Work(Seen.of(idle), idleCpu, Seen.of(waiting.nanoTime() - start), busyCpu, Seen.of(answered));
    }

    /** Takes samples in the idle period as well, so that reading the server costs the same in both. */
    private boolean tick() {
        LoadReading counts = fleet.counts();
        session.recorder().tick(counts);
        waiting.rest(fleet.size());
        return true;
    }
}
