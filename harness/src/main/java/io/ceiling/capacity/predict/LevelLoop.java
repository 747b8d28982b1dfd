package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelPlan;
import io.ceiling.capacity.prediction.LevelReading;
import io.ceiling.capacity.prediction.LevelReading.Work;
import io.ceiling.capacity.prediction.LimitPredictor;
import io.ceiling.capacity.prediction.PredictionLimits;
import io.ceiling.capacity.prediction.Readings;
import io.ceiling.harness.engine.ramp.EffortMeter;
import io.ceiling.harness.engine.ramp.ReadyServer;
import io.ceiling.harness.engine.ramp.StepRunner;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.forecast.LimitPrediction;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.StepJudge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Reads one server without a connection, and then level by level, until a tenth of its nearest limit is reached. Not
 * thread-safe.
 */
final class LevelLoop {

    /** Time limit of an answer: how fast connections are opened is no result here. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Pace in connections and requests per second, at which no server that was started for this is near its limits. */
    private static final RampSettings.Rates GENTLE = new RampSettings.Rates(500, 500);

    /** Pace for a server that has other clients. */
    private static final RampSettings.Rates GENTLER = new RampSettings.Rates(100, 100);

    private static final Duration HOLD = Duration.ofMillis(300);

    /** Connections of the warm-up: a server keeps buffers of connections that have ended, which then cost nothing. */
    private static final int WARM_UP = 2;

    /** Rounds of exchanges of the warm-up. */
    private static final int WARM_UP_ROUNDS = 200;

    /** Rounds of the warm-up of a server that has served others already. */
    private static final int FEW_ROUNDS = 10;

    private final PredictRequest request;
    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final ServerSession session;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final BooleanSupplier mustStop;
    private final Collecting collecting;
    private final Periods periods;
    private final List<LevelReading> levels = new ArrayList<>();
    private long requests;

    LevelLoop(
            PredictRequest request,
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession session,
            Waiting waiting,
            StopReasons stopReasons) {
        boolean running = request.running().isPresent();
        this.request = request;
        this.scenario = scenario;
        this.ramp = ramp.toBuilder()
                .rates(running ? GENTLER : GENTLE)
                .hold(HOLD)
                .build()
                .patient(PATIENCE);
        this.fleet = fleet.over(1);
        this.session = session;
        this.waiting = waiting;
        this.stopReasons = stopReasons;
        this.mustStop =
                () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
        this.collecting = new Collecting(request.collections(), running, session, waiting);
        this.periods = new Periods(this.fleet, this.ramp, session, waiting, mustStop);
    }

    /**
     * The readings of a server, and the limits as they were at the last of them.
     *
     * @param why reason why there are no further levels; empty if there are enough
     * @param requests requests that were sent, those that open a connection among them
     */
    record Looked(StartedServer server, LimitPrediction prediction, String why, long requests) {}

    /** Gets each level once it was read. */
    interface Listener {

        /** Takes a level and the limits as they are predicted from it and those before. */
        void read(LevelReading level, LimitPrediction soFar);
    }

    /**
     * Blocks until the server was read at all levels, with the connections of the last one still open.
     *
     * @param limits reads the limits that no sample has, given the reason why the server does not collect
     * @throws ScenarioNotRunException if the server has no room, or does not hold a level
     */
    Looked run(Function<String, PredictionLimits> limits, Listener listener) throws InterruptedException {
        LevelPlan.Most most = new LevelPlan.Most(
                request.most().orElse(PredictRequest.USUAL_MOST), request.most().isPresent());
        ServerReading before = session.recorder().read();
        LevelPlan.Next next = LevelPlan.first(before, most);
        int warmUp = Math.min(WARM_UP, next.connections().orElse(0));
        if (warmUp == 0) {
            throw new ScenarioNotRunException(next.why());
        }
        ReadyServer ready = new ReadyServer(scenario, ramp, fleet, waiting, session, mustStop);
        ready.requireService();
        warm(ready, warmUp);
        new Settling(session, waiting, mustStop).await(before);
        Work idle = periods.idle();
        levels.add(new LevelReading(0, collecting.zero(fleet.counts()), idle));
        EffortMeter meter = new EffortMeter(waiting::nanoTime);
        StepTraffic traffic = ready.traffic(ramp);
        LimitPrediction soFar = LimitPredictor.of(readings(Optional.empty(), warmUp), limits.apply(whyNotCollected()));
        List<Integer> done = new ArrayList<>();
        while (next.connections().isPresent()) {
            int level = next.connections().getAsInt();
            read(level, ready, traffic, meter);
            done.add(level);
            soFar = LimitPredictor.of(readings(Optional.empty(), warmUp), limits.apply(whyNotCollected()));
            listener.read(levels.get(levels.size() - 1), soFar);
            next = LevelPlan.next(done, soFar, most);
        }
        Sample again = again(ready, traffic, meter);
        LimitPrediction last = LimitPredictor.of(readings(Optional.of(again), warmUp), limits.apply(whyNotCollected()));
        return new Looked(session.started().server(), last, next.why(), requests);
    }

    private String whyNotCollected() {
        return collecting.whyNot().orElse("");
    }

    private Readings readings(Optional<Sample> again, int warmUp) {
        return new Readings(levels, again, warmUp);
    }

    /** Uses the server with few connections, so that its classes are loaded, and closes them. */
    private void warm(ReadyServer ready, int connections) throws InterruptedException {
        StepTraffic traffic = ready.traffic(ramp);
        Step step = step(1, connections, traffic, new EffortMeter(waiting::nanoTime));
        requireHeld(step);
        int rounds = request.running().isPresent() ? FEW_ROUNDS : WARM_UP_ROUNDS;
        for (int i = 0; i < rounds && scenario.work().asksAgain() && !mustStop.getAsBoolean(); i++) {
            StepTraffic.Outcome ignored = traffic.run(1, counts -> mustStop.getAsBoolean());
            requests += fleet.counts().exchanges().asked();
        }
        closeAll(ready);
    }

    private void closeAll(ReadyServer ready) {
        ready.connect();
        if (scenario.workload().isReleasable()) {
            session.releaseHeld();
        }
    }

    private void read(int level, ReadyServer ready, StepTraffic traffic, EffortMeter meter) {
        Step step = step(levels.size(), level, traffic, meter);
        requireHeld(step);
        LoadReading before = fleet.counts();
        Work work = scenario.work().asksAgain() ? periods.both(ready, level, request.pace()) : periods.idle();
        requests += work.exchanges().orElse(0);
        LoadReading after = fleet.counts();
        if (after.failures().total() > before.failures().total()
                || after.connections().alive() < level
                || session.exitCode().isPresent()) {
            throw new ScenarioNotRunException("%d of %d connections were left after exchanges at --pace: %s"
                    .formatted(
                            after.connections().alive(),
                            level,
                            session.ended().orElseGet(() -> StepJudge.newFailures(before, after))));
        }
        levels.add(new LevelReading(level, step.after(), work));
    }

    /**
     * Closes all connections, opens those of the highest level again, and reads the server. Buffers that it kept are used
     * again; what rises is left behind by each connection that was opened, such as a session.
     */
    private Sample again(ReadyServer ready, StepTraffic traffic, EffortMeter meter) {
        LevelReading last = levels.get(levels.size() - 1);
        closeAll(ready);
        new Settling(session, waiting, mustStop)
                .awaitConnections(levels.get(0).sample().server());
        Step step = step(levels.size(), last.connections(), traffic, meter);
        requireHeld(step);
        return step.after();
    }

    private Step step(int index, int level, StepTraffic traffic, EffortMeter meter) {
        long opened = level - fleet.counts().connections().alive();
        Step step = new StepRunner(
                        fleet,
                        ramp,
                        traffic,
                        session.recorder(),
                        waiting,
                        mustStop,
                        meter,
                        StepRunner.window(session.listenQueue(), 0))
                .run(index, level);
        requests += opened + (traffic == StepTraffic.NONE ? 0 : step.served());
        return step;
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
}
