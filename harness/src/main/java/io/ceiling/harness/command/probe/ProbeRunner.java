package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.command.run.BenchmarkRunner;
import io.ceiling.harness.engine.ScenarioMeasurer;
import io.ceiling.harness.engine.control.RequestCheck;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.observe.Proxies;
import io.ceiling.harness.observe.TargetProbe;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.workload.CustomPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Ramps servers that the harness did not start, and leaves them as they were. */
public final class ProbeRunner {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final Run run;

    public ProbeRunner(Run run) {
        this.run = run;
    }

    /** Measures scenarios of servers that were found and opened. */
    @FunctionalInterface
    public interface ProbeMeasurement {

        /**
         * Measures and prints the results.
         *
         * @param sessions gives each scenario a session with the servers
         * @return the exit code
         */
        int measure(Run.Context context, List<Scenario> scenarios, ServerSession.Source sessions)
                throws InterruptedException;
    }

    /**
     * Blocks until every workload has its row. On return all connections are closed.
     *
     * @return the exit code
     * @throws ExternalServerException if a server cannot be measured at all; no folder is created then
     */
    public int run(ProbeRequest request) throws InterruptedException {
        return run(
                request,
                (context, scenarios, sessions) -> ramp(request, context, sessions),
                Optional.of(request.run().ramp().slo()));
    }

    /**
     * Opens the servers, or starts the server of a command, and runs a measurement other than a ramp. On return all
     * connections are closed.
     *
     * @return the exit code
     * @throws ExternalServerException if a server cannot be measured at all; no folder is created then
     */
    public int run(ProbeRequest request, ProbeMeasurement measuring) throws InterruptedException {
        return run(request, measuring, Optional.empty());
    }

    private int run(ProbeRequest request, ProbeMeasurement measuring, Optional<Duration> slo)
            throws InterruptedException {
        if (request.command().isEmpty()) {
            return open(request, measuring, slo);
        }
        Target.Endpoint endpoint = request.servers().get(0).target().endpoint();
        InetSocketAddress listening = new InetSocketAddress(endpoint.address(), endpoint.port());
        try (CommandServer started = CommandServer.start(request.command().get(), listening, START_TIMEOUT)) {
            try {
                ProbeMeasurement withLog = (context, scenarios, sessions) -> {
                    try {
                        return measuring.measure(context, scenarios, sessions);
                    } finally {
                        keepLog(started, context.folder().details());
                    }
                };
                return open(request, withLog, slo);
            } catch (ExternalServerException e) {
                throw new ExternalServerException(
                        "%s; last line of --command: %s".formatted(e.getMessage(), started.lastLine()));
            }
        }
    }

    // Saves the output of the server, and reports a server that ended by itself.
    private void keepLog(CommandServer started, Path folder) {
        started.exitDescription().ifPresent(how -> run.out().println("warning: " + how));
        try {
            started.copyLog(folder.resolve("server.log"));
        } catch (IOException e) {
            run.out().println("warning: the output of --command cannot be kept: " + e.getMessage());
        }
    }

    private int open(ProbeRequest requested, ProbeMeasurement measuring, Optional<Duration> slo)
            throws InterruptedException {
        for (int i = 0; i < requested.servers().size(); i++) {
            check(requested, i, ProbeRunner::requireListening);
        }
        // Before all other requests: a proxy keeps the upstream connections of the first ones, and closes later ones
        // without a trace.
        Optional<ProbeRequest.ProbedServer> found = behindAProxy(requested);
        requireOfThisHost(requested);
        ProbeRequest given = resolveRequest(requested);
        for (int i = 0; i < given.servers().size(); i++) {
            check(given, i, server -> requireAnswers(given, server, slo));
        }
        Optional<ProbeRequest.ProbedServer> behind =
                given.equals(requested) ? found : found.map(ProbeRequest.ProbedServer::atRoot);
        List<TargetProbe> probes = new ArrayList<>();
        try {
            behind.flatMap(ProbeRunner::openUnlessItIsTheSame).ifPresent(probes::add);
            ProbeRequest request = probes.isEmpty() ? given : given.with(behind.orElseThrow());
            List<ProbeRequest.ProbedServer> servers = request.servers();
            probes.forEach(one -> run.out()
                    .println("a proxy: it passes requests on to %s:%d (--upstream names another server, --pid none)"
                            .formatted(
                                    servers.get(0).target().endpoint().address(),
                                    servers.get(0).target().endpoint().port())));
            for (int i = probes.size(); i < servers.size(); i++) {
                probes.add(open(servers.get(i), i, servers.size()));
            }
            requireProcessesOfTheirOwn(probes);
            List<Target> targets = probes.stream().map(TargetProbe::target).toList();
            (slo.isPresent() ? TargetLines.withoutBlindSpots(targets) : TargetLines.of(targets))
                    .forEach(run.out()::println);
            return measure(request, probes, measuring);
        } finally {
            probes.forEach(TargetProbe::close);
        }
    }

    // Requires the confirmations of a remote server for one behind a tunnel or proxy on loopback, too.
    private void requireOfThisHost(ProbeRequest request) throws InterruptedException {
        for (ProbeRequest.ProbedServer server : request.servers()) {
            Target target = server.clientTarget();
            Optional<String> elsewhere = request.command().isEmpty() && target.onThisHost()
                    ? Proxies.installed().leadsElsewhere(target)
                    : Optional.empty();
            if (elsewhere.isPresent() && !server.confirmed()) {
                throw CommandException.badArguments(
                        "%s is on another host: %s, so --i-own-this-server and --cap must be given"
                                .formatted(target.endpoint().url(), elsewhere.get()));
            }
            elsewhere.ifPresent(how -> run.out().println("warning: %s: limits of its own may be named".formatted(how)));
        }
    }

    private static Optional<ProbeRequest.ProbedServer> behindAProxy(ProbeRequest request) throws InterruptedException {
        ProbeRequest.ProbedServer only = request.servers().get(0);
        boolean searched = request.servers().size() == 1
                && only.proxy().isEmpty()
                && only.pid().isEmpty()
                && only.target().onThisHost();
        return (searched ? Proxies.installed().behind(only.target()) : Optional.<Target>empty())
                .map(behind -> new ProbeRequest.ProbedServer(
                        behind,
                        only.pid(),
                        only.jmx(),
                        Optional.of(new ProbeRequest.FrontProxy(only.target(), OptionalLong.empty())),
                        only.confirmed()));
    }

    // An application that calls itself, or listens twice, is no proxy.
    private static Optional<TargetProbe> openUnlessItIsTheSame(ProbeRequest.ProbedServer behind) {
        try {
            return Optional.of(open(behind, 0, 1));
        } catch (ExternalServerException e) {
            return Optional.empty();
        }
    }

    // Returns the request to measure: that of the URL if no option names one and ceiling.war is not deployed.
    private ProbeRequest resolveRequest(ProbeRequest request) {
        Target first = request.servers().get(0).clientTarget();
        Optional<CustomRequest> ofUrl = request.load()
                .urlRequest()
                .filter(asked ->
                        asked.path().contains("?") || !asked.isPlainGet() || !ExternalCheck.isWebApplication(first));
        ofUrl.map(asked -> asked.isPlainGet()
                                && asked.kind() == CustomPlan.Kind.GET
                                && !asked.path().contains("?")
                        ? "each connection asks GET %s and stays open; how many requests are answered at once: ceiling %s --in-flight=%s"
                                .formatted(
                                        asked.path(), first.atRoot().endpoint().url(), asked.path())
                        : "each connection asks %s and stays open; --in-flight=PATH tells how many requests are answered at once"
                                .formatted(
                                        asked.kind() == CustomPlan.Kind.GET
                                                ? asked.first().method() + " " + CustomRequest.masked(asked.path())
                                                : asked.label()))
                .ifPresent(run.out()::println);
        return ofUrl.map(request::withRequest).orElse(request);
    }

    private static void requireListening(ProbeRequest.ProbedServer server) {
        ExternalCheck.requireListening(server.clientTarget());
        // A process given with --pid may listen in its own network namespace.
        if (server.proxy().isPresent() && server.pid().isEmpty()) {
            ExternalCheck.requireListening(server.target());
        }
    }

    private static void requireAnswers(ProbeRequest request, ProbeRequest.ProbedServer server, Optional<Duration> slo) {
        request.load()
                .custom()
                .ifPresentOrElse(
                        custom -> RequestCheck.failure(server.clientTarget(), custom, slo)
                                .ifPresent(why -> {
                                    throw new ExternalServerException(why);
                                }),
                        () -> ExternalCheck.requireWebApplication(server.clientTarget()));
    }

    private static void check(ProbeRequest request, int index, Consumer<ProbeRequest.ProbedServer> requirement) {
        try {
            requirement.accept(request.servers().get(index));
        } catch (ExternalServerException e) {
            throw new ExternalServerException(
                    TargetLines.numbered(index, request.servers().size(), String.valueOf(e.getMessage())));
        }
    }

    private static TargetProbe open(ProbeRequest.ProbedServer server, int index, int count) {
        try {
            TargetProbe probe = TargetProbe.open(server.target(), server.pid(), server.jmx());
            return server.proxy().isPresent() ? behind(probe, server.proxy().get()) : probe;
        } catch (IOException e) {
            throw new ExternalServerException(TargetLines.numbered(
                    index,
                    count,
                    "%s: %s".formatted(server.clientTarget().endpoint().url(), e.getMessage())));
        }
    }

    private static TargetProbe behind(TargetProbe server, ProbeRequest.FrontProxy proxy) throws IOException {
        try {
            return server.behind(
                    Proxies.installed().open(proxy.target(), proxy.pid(), server.target()), proxy.target());
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    // Refuses two ports of one process: both would share its limits, which would be counted twice.
    private static void requireProcessesOfTheirOwn(List<TargetProbe> probes) {
        Map<Long, Integer> numbers = new HashMap<>();
        for (int i = 0; i < probes.size(); i++) {
            Target target = probes.get(i).target();
            if (target.pid().isEmpty()) {
                continue;
            }
            Integer earlier = numbers.putIfAbsent(target.pid().getAsLong(), i);
            if (earlier != null) {
                throw new ExternalServerException(TargetLines.numbered(
                        i,
                        probes.size(),
                        "%s must be a process of its own, but is process %d as server %d is. Hint: give one URL of each process"
                                .formatted(target.endpoint().url(), target.pid().getAsLong(), earlier + 1)));
            }
        }
    }

    private int measure(ProbeRequest request, List<TargetProbe> probes, ProbeMeasurement measuring)
            throws InterruptedException {
        List<ExternalServer> servers = probes.stream()
                .map(probe -> new ExternalServer(
                        probe, request.load().workloads(), request.command().isEmpty()))
                .toList();
        try {
            return measureAll(request, servers, measuring);
        } finally {
            servers.forEach(ExternalServer::close);
        }
    }

    private int measureAll(ProbeRequest request, List<ExternalServer> servers, ProbeMeasurement measuring)
            throws InterruptedException {
        List<Scenario> scenarios = ExternalScenarios.of(
                request,
                servers.stream().map(ExternalServer::idle).toList(),
                run.facts().limits().nofileHard());
        request.run().expectations().warnings(scenarios).forEach(run.out()::println);
        return run.measure(request.run().withScenarios(scenarios), context -> {
            context.folder()
                    .writeTargets(servers.stream().map(ExternalServer::target).toList());
            RunClock clock = new RunClock();
            ExternalSessions sessions = new ExternalSessions(servers, context.agents()::fleet, context.facts(), clock);
            try {
                return measuring.measure(context, scenarios, sessions::of);
            } finally {
                restoreServers(sessions, scenarios);
            }
        });
    }

    private static int ramp(ProbeRequest request, Run.Context context, ServerSession.Source sessions)
            throws InterruptedException {
        ScenarioMeasurer measurer =
                new ScenarioMeasurer(context, new RunClock(), Optional.of(request.timeLimit()), sessions);
        return context.finish(BenchmarkRunner.measureAll(context, scenario -> measure(scenario, measurer)));
    }

    private static ScenarioResult measure(Scenario scenario, ScenarioMeasurer measurer) throws InterruptedException {
        Optional<String> skip = skipReason(scenario);
        return skip.isPresent() ? measurer.skip(scenario, skip.get()) : measurer.measure(scenario);
    }

    // Makes the servers release what they hold: in a server that is not stopped, held responses outlive their
    // clients.
    private void restoreServers(ExternalSessions servers, List<Scenario> scenarios) throws InterruptedException {
        try {
            servers.releaseAll(scenarios.get(scenarios.size() - 1));
        } catch (ExternalServerException e) {
            run.out().println("warning: " + e.getMessage());
        } catch (LinkException e) {
            // An agent that is gone has no connections.
        }
    }

    private static Optional<String> skipReason(Scenario scenario) {
        return scenario.workload().isRecursive()
                ? ExternalCheck.recursionObstacle(scenario.firstTarget().orElseThrow())
                : Optional.empty();
    }
}
