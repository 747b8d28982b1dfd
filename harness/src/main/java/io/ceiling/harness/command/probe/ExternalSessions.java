package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.session.HeldResponseRelease;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.SeparateSession;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Gives every scenario a session with the same external servers, in place of freshly forked ones. Before each scenario
 * it waits until the servers have released the connections of the one before.
 */
final class ExternalSessions {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    // Time without a closed connection after which no more are expected: a server notices a lost client at once.
    private static final Duration PATIENCE_WITHOUT_CHANGE = Duration.ofSeconds(25);

    // Pause after which a server without a visible connection count is assumed to have released everything.
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(5);

    private final List<ExternalServer> servers;
    private final Supplier<Fleet> fleet;
    private final HostFacts facts;
    private final RunClock clock;
    private boolean used;
    // True once the web application has held responses for this run. Otherwise, held responses belong to others and
    // must not be released.
    private boolean hasHeldResponses;

    /** Creates the sessions of at least one server. */
    ExternalSessions(List<ExternalServer> servers, Supplier<Fleet> fleet, HostFacts facts, RunClock clock) {
        this.servers = List.copyOf(servers);
        this.fleet = fleet;
        this.facts = facts;
        this.clock = clock;
    }

    ServerSession.Starter of(Scenario scenario, Consumer<Sample> toCsv, long startNanos) {
        return number -> {
            gone().ifPresent(why -> {
                throw new ScenarioNotRunException(why);
            });
            awaitRelease(scenario);
            servers.forEach(server -> server.prepareFor(scenario.workload()));
            used |= !scenario.workload().isRecursive();
            hasHeldResponses |= scenario.workload().isReleasable();
            if (servers.size() == 1) {
                return servers.get(0).session(scenario, facts, toCsv, clock, startNanos);
            }
            // Only the samples of all servers together are written, not each server's own.
            List<ServerSession> each = servers.stream()
                    .map(server -> server.session(scenario, facts, sample -> {}, clock, startNanos))
                    .toList();
            return SeparateSession.of(each, facts.watch(this::host), toCsv, clock, startNanos);
        };
    }

    // Returns a reading without the counters of this kernel if one of the servers runs on another host.
    private HostReading host() {
        HostReading here = facts.host().reading();
        return servers.stream().allMatch(server -> server.target().onThisHost()) ? here : here.forRemoteServers();
    }

    // Returns a sentence about the first server whose process is gone; empty if none is.
    private Optional<String> gone() {
        return IntStream.range(0, servers.size())
                .filter(i -> servers.get(i).isGone())
                .mapToObj(i -> numbered(
                        i,
                        "the server's process %d has ended; its log may say why"
                                .formatted(servers.get(i).target().pid().orElse(-1))))
                .findFirst();
    }

    private String numbered(int index, String text) {
        return TargetLines.numbered(index, servers.size(), text);
    }

    private void awaitRelease(Scenario scenario) throws InterruptedException {
        if (!used) {
            return;
        }
        fleet.get().trim(0);
        // A server notices that the client of a held response is gone only when it is ordered to end that response.
        HeldResponseRelease lettingGo = new HeldResponseRelease(clock, () -> {
            if (hasHeldResponses) {
                servers.forEach(ExternalServer::release);
            }
        });
        if (!servers.stream().allMatch(ExternalServer::showsConnections)) {
            boolean ignored = lettingGo.stillHeldAfter(BLIND_PAUSE, () -> true);
        }
        if (servers.stream().noneMatch(ExternalServer::showsConnections)) {
            return;
        }
        long closedNanos = clock.nanoTime();
        StallDetector change = new StallDetector(clock, PATIENCE_WITHOUT_CHANGE);
        // A response that is held ends at a time of its own, whatever its client does.
        boolean waits = lettingGo.stillHeldAfter(
                PATIENCE,
                () -> servers.stream().anyMatch(ExternalServer::holdsConnections)
                        && (scenario.workload().isReleasable() || !change.isStalled(connections())));
        if (waits || servers.stream().anyMatch(ExternalServer::holdsConnections)) {
            throw new ScenarioNotRunException(stillHeld(scenario, Duration.ofNanos(clock.nanoTime() - closedNanos)));
        }
    }

    private long connections() {
        return servers.stream()
                .mapToLong(server -> server.connectionsOfProbe().orElse(0))
                .sum();
    }

    private String stillHeld(Scenario scenario, Duration waited) {
        int first = IntStream.range(0, servers.size())
                .filter(i -> servers.get(i).holdsConnections())
                .findFirst()
                .orElse(0);
        return numbered(
                first,
                "%d s after all connections were closed the server still has %d of them%s"
                        .formatted(
                                waited.toSeconds(),
                                servers.get(first).connectionsOfProbe().orElse(0),
                                scenario.workload().isReleasable()
                                        ? "; it lets them go after its ceiling.hold.seconds"
                                        : ""));
    }

    /** Closes all remaining connections and waits until the servers have released them, so that they are as before. */
    void releaseAll(Scenario last) throws InterruptedException {
        if (servers.stream().allMatch(ExternalServer::isGone)) {
            return;
        }
        try {
            awaitRelease(last);
        } catch (ScenarioNotRunException e) {
            throw new ExternalServerException("the server was not left as it was: " + e.getMessage());
        }
    }
}
