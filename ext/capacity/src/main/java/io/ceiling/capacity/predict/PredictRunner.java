package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.PredictionLimits;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.command.probe.ProbeRunner;
import io.ceiling.harness.engine.ramp.AgentPlans;
import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.verdict.DirectMemory;
import io.ceiling.load.link.LinkException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Runs {@code ceiling predict}: predicts the limits of a server from at most a tenth of the nearest one. */
final class PredictRunner {

    private final Run run;

    public PredictRunner(Run run) {
        this.run = run;
    }

    /**
     * Starts a server, or connects to one that runs already, and reads it. Blocks until the last reading. On return all
     * connections are closed and no forked process is left.
     *
     * @return the exit code
     */
    public int run(PredictRequest request) throws InterruptedException {
        if (request.runningServer().isPresent()) {
            return new ProbeRunner(run)
                    .run(
                            request.runningServer().get(),
                            (context, scenarios, sessions) -> predict(request, context, scenarios.get(0), sessions));
        }
        return run.measure(
                request.run(),
                context -> predict(
                        request, context, request.run().scenarios().get(0), context.forked(context.launcher())));
    }

    private static int predict(
            PredictRequest request, Run.Context context, Scenario scenario, ServerSession.Source servers)
            throws InterruptedException {
        context.out().println(scenario.name());
        RunClock clock = new RunClock();
        ServerSession.Starter starter =
                servers.of(scenario, sample -> context.folder().appendSample(scenario, sample), clock.nanoTime());
        Deque<LimitPrediction> soFars = new ArrayDeque<>();
        try (PredictionCsv csv = new PredictionCsv(context.folder().path());
                LevelsCsv levels = new LevelsCsv(context.folder().path());
                ServerSession session = starter.start(1)) {
            Optional<Duration> timeLimit = request.runningServer().map(ProbeRequest::timeLimit);
            Load load = Load.of(context, scenario, context.request().ramp(), clock, timeLimit);
            LevelLoop.LevelLoopResult result = new LevelLoop(request, new LoadedServer(load, session))
                    .run(whyNotCollected -> limits(request, scenario, session, whyNotCollected), (level, soFar) -> {
                        levels.append(scenario, level, soFar);
                        soFars.add(soFar);
                        context.out().println(PredictionTable.levelLine(level.connections(), soFar));
                    });
            LimitPrediction prediction = result.prediction();
            context.folder().writeServers(scenario, List.of(result.server()));
            csv.append(scenario, prediction);
            PredictionTable.lines(prediction).forEach(context.out()::println);
            if (!result.endReason().isEmpty()) {
                context.out().println(result.endReason());
            }
            context.out().println(PredictionTable.requestsLine(result.requests()));
            context.out().println("results: " + context.folder().path());
            return ExitCode.of(true, true);
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            Optional.ofNullable(soFars.peekLast())
                    .map(PredictionTable::lines)
                    .ifPresent(lines -> lines.forEach(context.out()::println));
            context.out().println((soFars.isEmpty() ? "not predicted: " : "predicted no further: ") + e.getMessage());
            return ExitCode.COULD_NOT_RUN;
        }
    }

    private static PredictionLimits limits(
            PredictRequest request, Scenario scenario, ServerSession session, String whyNotCollected) {
        boolean clientsOnThisHost = scenario.targets().stream().allMatch(Target::onThisHost);
        return new PredictionLimits(
                session.started().limits(),
                new PredictionLimits.RoomLeft(session.threadRoom(), session.cgroupRoomBytes()),
                DirectMemory.limit(
                        scenario, session.started().baseline().server().directMaxBytes()),
                scenario.jvm().garbageCollector(),
                (int) Math.ceil(session.processors()),
                request.pace(),
                new PredictionLimits.Clients(
                        scenario.workload().isRecursive(),
                        clientsOnThisHost
                                ? AgentPlans.sourceAddresses(request.run().ramp(), scenario.capPerServer())
                                : 0),
                whyNotCollected);
    }
}
