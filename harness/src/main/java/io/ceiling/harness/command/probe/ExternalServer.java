package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.observe.TargetProbe;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One external server of a probe, with the connection over which the harness itself gives it orders. Closing it closes
 * that connection alone.
 */
final class ExternalServer implements AutoCloseable {

    private static final Duration PATIENCE_TO_RELEASE = Duration.ofSeconds(10);

    // Tolerance for connections of other clients and of the harness itself.
    private static final int SPARE_CONNECTIONS = 4;

    private final TargetProbe probe;
    private final boolean servesOthers;
    private final ControlConnection control;
    private final ExternalScenarios.IdleServer idle;
    private final Observation idleConnections;
    private final ReleaseHook atExit;
    private @Nullable HopProbe hopProbe;

    /**
     * Creates the server. All connections that it has now are taken to belong to other clients.
     *
     * @param workloads workloads of the probe
     * @param servesOthers false for a server that was started for the probe
     */
    ExternalServer(TargetProbe probe, List<Workload> workloads, boolean servesOthers) {
        this.servesOthers = servesOthers;
        this.probe = probe;
        this.control = new ControlConnection(probe.target());
        this.idle = new ExternalScenarios.IdleServer(
                probe.target(), probe.server().reading(), probe.server().jvm().garbageCollector());
        this.idleConnections = probe.connections();
        this.atExit = new ReleaseHook(control, workloads);
    }

    Target target() {
        return probe.target();
    }

    /** Returns the server as it was before the probe. */
    ExternalScenarios.IdleServer idle() {
        return idle;
    }

    boolean isGone() {
        return probe.isGone();
    }

    boolean showsConnections() {
        return idleConnections.isSeen();
    }

    /** Returns the number of connections in excess of the idle number. */
    Observation connectionsOfProbe() {
        return probe.connections().since(idleConnections);
    }

    /** Returns true if it has clearly more connections than before, beyond what other clients may have opened. */
    boolean holdsConnections() {
        return !isGone()
                && idleConnections.isSeen()
                && probe.hasConnections(idleConnections.orElse(0) + SPARE_CONNECTIONS + 1);
    }

    /**
     * Prepares the connection for orders: it stays open through a ramp that needs it, since a full server would not
     * accept a new one, and is closed otherwise.
     */
    void prepareFor(Workload workload) {
        if (workload.isReleasable()) {
            ask("GET", "/length?length=1");
        } else {
            control.close();
        }
    }

    /** Orders the server to end the responses that it holds. */
    void release() {
        if (!isGone()) {
            ask("POST", "/hold/release");
        }
    }

    private void ask(String method, String path) {
        try {
            control.send(method, path, PATIENCE_TO_RELEASE);
        } catch (IOException e) {
            // The caller checks in any case whether the server has released its connections.
        }
    }

    /**
     * Opens a session with the server and takes its baseline reading.
     *
     * @param toCsv receives the samples of this server
     */
    ServerSession session(Scenario scenario, HostFacts facts, Consumer<Sample> toCsv, RunClock clock, long startNanos) {
        Scenario own = scenario.forTarget(target(), ExternalScenarios.settings(idle, scenario.jdk()));
        ExternalSession session =
                new ExternalSession(own, probe, control, hopProbe(scenario), facts, toCsv, clock, startNanos);
        if (servesOthers) {
            session.heedRefusalOfCollections();
        }
        return session;
    }

    // Returns the hop probe, which got its idle answers before all load; null without a proxy or another client
    // address.
    private @Nullable HopProbe hopProbe(Scenario scenario) {
        Optional<CustomRequest> custom = scenario.application().map(UserApplication::request);
        // A response that is held would outlive its question.
        boolean held = custom.filter(CustomRequest::mayHoldThread).isPresent();
        boolean proxied = probe.proxy().isPresent();
        if (hopProbe == null && (proxied || HopProbe.isOnLoopback(target())) && !held) {
            hopProbe = new HopProbe(target(), proxied ? Optional.of(probe.behind()) : Optional.empty(), custom);
            hopProbe.askIdle();
        }
        return hopProbe;
    }

    @Override
    public void close() {
        atExit.close();
        control.close();
    }
}
