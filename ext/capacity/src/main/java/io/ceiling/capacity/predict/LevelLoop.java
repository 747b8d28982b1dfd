package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelPlan;
import io.ceiling.capacity.prediction.LevelReading;
import io.ceiling.capacity.prediction.LevelReading.CpuTimes;
import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.LimitPredictor;
import io.ceiling.capacity.prediction.PredictionLimits;
import io.ceiling.capacity.prediction.Readings;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
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
import java.util.function.Function;

/**
 * Reads one server without a connection, and then level by level, until a tenth of its nearest limit is reached. Not
 * thread-safe.
 */
final class LevelLoop {

    // Time limit of an answer. It is long: the speed at which connections open is no result here.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    // Connections and requests per second, far below the limits of a server that was started for this.
    private static final RampSettings.Rates OWN_SERVER_RATES = new RampSettings.Rates(500, 500);

    // Pace for a server that has other clients.
    private static final RampSettings.Rates SHARED_SERVER_RATES = new RampSettings.Rates(100, 100);

    private static final Duration HOLD = Duration.ofMillis(300);

    // Connections of the warm-up: a server reuses the buffers of closed connections, which then cost nothing.
    private static final int WARM_UP_CONNECTIONS = 2;

    // Rounds of exchanges of the warm-up.
    private static final int WARM_UP_ROUNDS = 200;

    // Rounds of the warm-up of a server that has served others already.
    private static final int SHORT_WARM_UP_ROUNDS = 10;

    private final PredictRequest request;
    private final LoadedServer server;
    private final Scenario scenario;
    private final ServerSession session;
    private final CollectionPolicy collectionPolicy;
    private final CpuPeriods periods;
    private final List<LevelReading> levels = new ArrayList<>();
    private long requests;

    /** Creates a loop for a server without connections. */
    LevelLoop(PredictRequest request, LoadedServer loadedServer) {
        boolean running = request.runningServer().isPresent();
        this.request = request;
        this.server = loadedServer.withPace(loadedServer.ramp().toBuilder()
                .rates(running ? SHARED_SERVER_RATES : OWN_SERVER_RATES)
                .hold(HOLD)
                .build()
                .withMinSlo(PATIENCE));
        this.scenario = server.scenario();
        this.session = server.session();
        this.collectionPolicy = new CollectionPolicy(request.collections(), running, session, server.clock());
        this.periods = new CpuPeriods(server);
    }

    /**
     * The readings of a server, and the limits as they were at the last of them.
     *
     * @param endReason reason why there are no further levels; empty if there are enough
     * @param requests number of sent requests, including those that open a connection
     */
    record LevelLoopResult(StartedServer server, LimitPrediction prediction, String endReason, long requests) {}

    /** Receives each level after it was read. */
    interface Listener {

        /** Receives a level and the limits predicted from it and all earlier levels. */
        void onLevel(LevelReading level, LimitPrediction soFar);
    }

    /**
     * Blocks until the server was read at all levels. The connections of the last level stay open.
     *
     * @param limits reads the limits that are in no sample; its argument is the reason why the server does not collect
     * @throws ScenarioNotRunException if the server has no room, or does not hold a level
     */
    LevelLoopResult run(Function<String, PredictionLimits> limits, Listener listener) throws InterruptedException {
        LevelPlan.ConnectionCap cap = new LevelPlan.ConnectionCap(
                request.maxConnections().orElse(PredictRequest.DEFAULT_CONNECTIONS),
                request.maxConnections().isPresent());
        ServerReading before = session.recorder().read();
        LevelPlan.NextLevel next = LevelPlan.first(before, cap);
        int warmUp = Math.min(WARM_UP_CONNECTIONS, next.connections().orElse(0));
        if (warmUp == 0) {
            throw new ScenarioNotRunException(next.endReason());
        }
        server.connect();
        server.requireService();
        warmUpServer(warmUp);
        new ConnectionDrain(server).await(before);
        CpuTimes idle = periods.measureIdle();
        levels.add(
                new LevelReading(0, collectionPolicy.readBaseline(server.fleet().counts()), idle));
        StepTraffic traffic = server.traffic(server.ramp());
        LimitPrediction soFar = LimitPredictor.of(readings(Optional.empty(), warmUp), limits.apply(whyNotCollected()));
        List<Integer> completedLevels = new ArrayList<>();
        while (next.connections().isPresent()) {
            int level = next.connections().getAsInt();
            readLevel(level, traffic);
            completedLevels.add(level);
            soFar = LimitPredictor.of(readings(Optional.empty(), warmUp), limits.apply(whyNotCollected()));
            listener.onLevel(levels.get(levels.size() - 1), soFar);
            next = LevelPlan.next(completedLevels, soFar, cap);
        }
        Sample repeatedSample = repeatHighestLevel(traffic);
        LimitPrediction finalPrediction =
                LimitPredictor.of(readings(Optional.of(repeatedSample), warmUp), limits.apply(whyNotCollected()));
        return new LevelLoopResult(session.started().server(), finalPrediction, next.endReason(), requests);
    }

    private String whyNotCollected() {
        return collectionPolicy.whyNotCollected().orElse("");
    }

    private Readings readings(Optional<Sample> repeatedSample, int warmUp) {
        return new Readings(levels, repeatedSample, warmUp);
    }

    // Sends requests over few connections, so that the server loads its classes, and closes them.
    private void warmUpServer(int connections) {
        StepTraffic traffic = server.traffic(server.ramp());
        Step ignored = holdLevel(1, connections, traffic);
        int rounds = request.runningServer().isPresent() ? SHORT_WARM_UP_ROUNDS : WARM_UP_ROUNDS;
        for (int i = 0; i < rounds && scenario.work().repeatsRequests() && !server.mustStop(); i++) {
            runRound(traffic);
        }
        closeAll();
    }

    private void runRound(StepTraffic traffic) {
        StepTraffic.TrafficOutcome ignored = traffic.run(1, counts -> server.mustStop());
        requests += server.fleet().counts().exchanges().planned();
    }

    private void closeAll() {
        server.prepare(server.ramp());
        if (scenario.workload().isReleasable()) {
            session.releaseHeld();
        }
    }

    private void readLevel(int level, StepTraffic traffic) {
        Step step = holdLevel(levels.size(), level, traffic);
        LoadReading before = server.fleet().counts();
        CpuTimes work = scenario.work().repeatsRequests()
                ? periods.measureIdleAndBusy(level, request.pace())
                : periods.measureIdle();
        requests += work.exchanges().orElse(0);
        LoadReading after = server.fleet().counts();
        if (after.failures().total() > before.failures().total()
                || after.connections().alive() < level
                || server.isGone()) {
            throw new ScenarioNotRunException("%d of %d connections were left after exchanges at --pace: %s"
                    .formatted(
                            after.connections().alive(),
                            level,
                            session.endReason().orElseGet(() -> StepJudge.newFailures(before, after))));
        }
        levels.add(new LevelReading(level, step.after(), work));
    }

    // Closes all connections, opens the highest level again, and reads the server. The server reuses its buffers, so
    // any growth is what each opened connection leaves behind, such as a session.
    private Sample repeatHighestLevel(StepTraffic traffic) {
        LevelReading highestLevel = levels.get(levels.size() - 1);
        closeAll();
        new ConnectionDrain(server).awaitConnections(levels.get(0).sample().server());
        return holdLevel(levels.size(), highestLevel.connections(), traffic).after();
    }

    // Holds a level and counts its requests.
    private Step holdLevel(int index, int level, StepTraffic traffic) {
        int opened = level - server.alive();
        Step step = server.step(index, level, traffic);
        requests += opened + (traffic == StepTraffic.NONE ? 0 : step.served());
        return server.requirePassed(step, "connections were held, which is a limit that was met", "");
    }
}
