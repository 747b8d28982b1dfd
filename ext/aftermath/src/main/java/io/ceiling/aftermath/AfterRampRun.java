package io.ceiling.aftermath;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.AfterRow;
import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.Hosts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.observe.ListenQueueProbe;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs the requested aftermath and storms of a scenario whose ramp has ended. Each begins in a fresh server, or in the
 * external one once its connections are closed, so that no test changes a figure of the ramp.
 */
final class AfterRampRun {

    // Time after which no further storm begins.
    private static final Duration MAX_STORM_TIME = Duration.ofMinutes(6);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final double NANOS_PER_SECOND = 1e9;

    // Number of the first server of these tests in the names of logs; a ramp uses far smaller numbers.
    private static final int FIRST_SERVER = 101;

    private final CeilingTests tests;
    private final Verdict verdict;
    private final Scenario scenario;
    private final RampSettings ramp;
    private final Supplier<Fleet> fleet;
    private final Function<Scenario, ServerSession.Starter> servers;
    private final HostFacts facts;
    private final RunClock clock;
    private int started;

    AfterRampRun(CeilingTests tests, AfterRow.EndedRamp row) {
        this.tests = tests;
        this.verdict = row.verdict();
        this.scenario = row.scenario();
        this.ramp = row.ramp();
        this.fleet = row.fleet();
        this.servers = row.servers();
        this.facts = row.facts();
        this.clock = row.clock();
    }

    /** Runs the requested tests and blocks until they end. A failure becomes a sentence; no server is left running. */
    AfterRampResults runTests() throws InterruptedException {
        if (verdict instanceof Verdict.Skipped) {
            return AfterRampResults.EMPTY;
        }
        Optional<Aftermath> aftermath = tests.aftermath() ? Optional.of(aftermath()) : Optional.empty();
        return tests.storm().isPresent() ? storms(aftermath, tests.storm().get()) : withoutStorms(aftermath, "");
    }

    private static AfterRampResults withoutStorms(Optional<Aftermath> aftermath, String storm) {
        return new AfterRampResults(aftermath, List.of(), storm);
    }

    private Aftermath aftermath() throws InterruptedException {
        long begin = clock.nanoTime();
        Optional<String> why = exclusionReason();
        if (why.isPresent()) {
            return Aftermath.notMeasured(why.get(), 0);
        }
        if (!(verdict instanceof Verdict.Reached reached) || reached.ceiling() < 1) {
            return Aftermath.notMeasured("no limit of the server was met", 0);
        }
        try (LoadedServer server = start(scenario)) {
            Aftermath aftermath =
                    new AftermathRun(prepareServer(server)).run(reached.ceiling(), reached.firstFailure(), begin);
            server.fleet().trim(0);
            return aftermath;
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            return Aftermath.notMeasured(String.valueOf(e.getMessage()), clock.nanoTime() - begin);
        }
    }

    private LoadedServer start(Scenario variant) throws InterruptedException {
        ServerSession session = servers.apply(variant).start(FIRST_SERVER + started++);
        return new LoadedServer(new Load(variant, ramp, fleet.get(), clock, stopReasons()), session);
    }

    // Blocks until the server is warm. The agents close no connection themselves: every lost connection was lost by the
    // server.
    private LoadedServer prepareServer(LoadedServer server) throws InterruptedException {
        server.connect();
        WarmUp ignored = server.warm();
        server.prepare(ramp.withMinSlo(PATIENCE));
        return server;
    }

    private StopReasons stopReasons() {
        return facts.stopReasons(ramp.memoryFloorBytes(), clock, Optional.empty());
    }

    private Optional<String> exclusionReason() {
        if (scenario.workload().isRecursive()) {
            return Optional.of("a recursion has no connections that come back");
        }
        if (scenario.work().inFlight().isPresent()) {
            return Optional.of("requests in flight end with their answers. Hint: --get holds connections");
        }
        if (scenario.instances() > 1) {
            return Optional.of("it is for a single server, here are %d".formatted(scenario.instances()));
        }
        return facts.hosts() == Hosts.NONE
                ? Optional.empty()
                : Optional.of("it needs servers and load agents on this host. Hint: leave out --hosts");
    }

    private AfterRampResults storms(Optional<Aftermath> aftermath, Duration reconnectTime) throws InterruptedException {
        int ceiling = verdict.passed().orElse(0);
        int connections = tests.stormConnections().orElse(NextClients.loweredConnections(ceiling));
        Optional<String> why = exclusionReason();
        if (why.isPresent()) {
            return withoutStorms(aftermath, why.get());
        }
        if (ceiling < 1 || connections > ceiling) {
            return withoutStorms(
                    aftermath,
                    "%d connections were wanted, the server is known to hold %d".formatted(connections, ceiling));
        }
        List<Storm> storms = new ArrayList<>();
        long begin = clock.nanoTime();
        String end;
        try {
            end = search(storms, connections, reconnectTime, begin);
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            end = "no further storm: " + e.getMessage();
        }
        return new AfterRampResults(
                aftermath, storms, "%s (%.0f s)".formatted(end, (clock.nanoTime() - begin) / NANOS_PER_SECOND));
    }

    // Makes storms, and adds each to the list. Returns how the search ended, in one sentence.
    private String search(List<Storm> storms, int connections, Duration reconnectTime, long begin)
            throws InterruptedException {
        Storm first = storm(scenario, connections, reconnectTime);
        storms.add(first);
        Limit length = first.acceptCount().isNumber()
                ? first.acceptCount()
                : first.queue().length();
        Optional<String> fixed = fixedCountReason(length);
        if (fixed.isPresent()) {
            return fixed.get();
        }
        int ownAcceptCount = Math.toIntExact(length.orElse(1));
        int maxUseful =
                Math.toIntExact(Math.max(1, Math.min(facts.limits().somaxconn().orElse(connections), connections)));
        List<AcceptCountSearch.StormTrial> trials = new ArrayList<>();
        trials.add(new AcceptCountSearch.StormTrial(ownAcceptCount, first.passed()));
        Storm last = first;
        while (true) {
            OptionalInt next = AcceptCountSearch.next(ownAcceptCount, maxUseful, trials);
            if (next.isEmpty()) {
                return StormJudge.sentence(maxUseful, trials, last);
            }
            if (clock.nanoTime() - begin > MAX_STORM_TIME.toNanos()
                    || stopReasons().currentReason().isPresent()) {
                return StormJudge.sentence(maxUseful, trials, last) + ", broken off";
            }
            last = storm(with(next.getAsInt()), connections, reconnectTime);
            storms.add(last);
            trials.add(new AcceptCountSearch.StormTrial(next.getAsInt(), last.passed()));
        }
    }

    private Scenario with(int acceptCount) {
        return scenario.with(
                scenario.server().toBuilder().acceptCount(Limit.of(acceptCount)).build());
    }

    // Returns the reason why no other accept count can be tried; empty if it can.
    private Optional<String> fixedCountReason(Limit length) {
        if (scenario.isExternal()) {
            return Optional.of("no other acceptCount is tried, since this server was not started here");
        }
        if (!length.isNumber()) {
            return Optional.of("no other acceptCount is tried, since that of the server is not seen");
        }
        return scenario.application()
                .flatMap(own -> own.jar())
                .flatMap(jar -> jar.refusal(with(1).server()))
                .map(why -> "no other acceptCount is tried: " + why);
    }

    private Storm storm(Scenario variant, int connections, Duration reconnectTime) throws InterruptedException {
        try (LoadedServer server = start(variant)) {
            Storm storm = new StormRun(prepareServer(server), queue(server.session())).run(connections, reconnectTime);
            server.fleet().trim(0);
            return storm;
        }
    }

    // Returns the probe of the server's own listen queue; empty if the server is on another host.
    private Optional<ListenQueueProbe> queue(ServerSession session) {
        Optional<Target> target = scenario.firstTarget();
        if (target.isEmpty()) {
            return Optional.of(
                    ListenQueueProbe.ofPort(session.started().running().port()));
        }
        Target.Endpoint endpoint = target.get().endpoint();
        try {
            return target.get().onThisHost()
                    ? Optional.of(ListenQueueProbe.ofPort(InetAddress.getByName(endpoint.address()), endpoint.port()))
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
