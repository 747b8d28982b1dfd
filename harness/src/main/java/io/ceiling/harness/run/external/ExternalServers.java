package io.ceiling.harness.run.external;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.probe.TargetProbe;
import io.ceiling.harness.run.control.ControlConnection;
import io.ceiling.harness.run.session.HeldResponseRelease;
import io.ceiling.harness.run.session.HostFacts;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Gives every scenario a session with the same external server, in place of freshly forked ones. Before each scenario
 * it waits until the server has released the connections of the one before.
 */
final class ExternalServers {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Pause after which a server without a visible connection count is assumed to have released everything. */
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(5);

    private static final Duration PATIENCE_TO_RELEASE = Duration.ofSeconds(10);

    /** Tolerance for connections of other clients and of the harness itself. */
    private static final int SPARE_CONNECTIONS = 4;

    private final TargetProbe probe;
    private final Supplier<Fleet> fleet;
    private final HostFacts facts;
    private final Waiting waiting;
    private final Seen idleConnections;
    private final ControlConnection control;
    private boolean used;
    /**
     * True once the web application has held responses for this run. Otherwise, held responses belong to others and
     * must not be released.
     */
    private boolean held;

    /** Creates the sessions of one server. All connections that it has now are taken to belong to other clients. */
    ExternalServers(
            TargetProbe probe, ControlConnection control, Supplier<Fleet> fleet, HostFacts facts, Waiting waiting) {
        this.probe = probe;
        this.control = control;
        this.fleet = fleet;
        this.facts = facts;
        this.waiting = waiting;
        this.idleConnections = probe.connections();
    }

    ServerSession.Starter of(Scenario scenario, Consumer<Sample> toCsv, long startNanos) {
        Target target = scenario.target().orElseThrow();
        return number -> {
            if (probe.isGone()) {
                throw new ScenarioNotRunException(
                        "the server's process %d is gone".formatted(target.pid().orElse(-1)));
            }
            awaitLettingGo(scenario);
            if (scenario.workload().isReleasable()) {
                // The control connection stays open through the ramp: a full server would not accept a new one.
                ask("GET", "/length?length=1");
            } else {
                control.close();
            }
            used |= !scenario.workload().isRecursive();
            held |= scenario.workload().isReleasable();
            return new ExternalSession(scenario, target, probe, control, facts, toCsv, waiting, startNanos);
        };
    }

    private void awaitLettingGo(Scenario scenario) throws InterruptedException {
        if (!used) {
            return;
        }
        fleet.get().trim(0);
        // A server notices that the client of a held response is gone only when it is ordered to end that response.
        HeldResponseRelease lettingGo = new HeldResponseRelease(waiting, () -> {
            if (held) {
                ask("POST", "/hold/release");
            }
        });
        if (!idleConnections.isSeen()) {
            boolean ignored = lettingGo.stillHeldAfter(BLIND_PAUSE, () -> true);
            return;
        }
        boolean stillHeld = lettingGo.stillHeldAfter(
                PATIENCE, () -> probe.connections().since(idleConnections).isAtLeast(SPARE_CONNECTIONS + 1));
        if (stillHeld) {
            throw new ScenarioNotRunException("%d s after all connections were closed the server still has %d of them%s"
                    .formatted(
                            PATIENCE.toSeconds(),
                            probe.connections().since(idleConnections).orElse(0),
                            scenario.workload().isReleasable()
                                    ? "; it lets them go after its ceiling.hold.seconds"
                                    : ""));
        }
    }

    private void ask(String method, String path) {
        try {
            control.ask(method, path, PATIENCE_TO_RELEASE);
        } catch (IOException e) {
            // The caller checks in any case whether the server has released its connections.
        }
    }

    /** Closes all remaining connections and waits until the server has released them, so that it is left as it was. */
    void letGo(Scenario last) throws InterruptedException {
        if (probe.isGone()) {
            return;
        }
        try {
            awaitLettingGo(last);
        } catch (ScenarioNotRunException e) {
            throw new ExternalServerException("the server was not left as it was: " + e.getMessage());
        }
    }
}
