package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.probe.TargetProbe;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One server that is there already, in place of the fresh ones that other scenarios start: before it is asked again it has to have
 * let go of what it held.
 */
final class TargetServers {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Where nobody sees what the server still holds. */
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(5);

    private static final Duration PATIENCE_TO_RELEASE = Duration.ofSeconds(10);

    /** Connections that are not ours, or those of the harness itself. */
    private static final int SPARE_CONNECTIONS = 4;

    private final TargetProbe probe;
    private final Supplier<Fleet> fleet;
    private final HostFacts facts;
    private final Waiting waiting;
    private final long idleConnections;
    private boolean used;

    /** Takes what the server holds now for what it holds without us. */
    TargetServers(TargetProbe probe, Supplier<Fleet> fleet, HostFacts facts, Waiting waiting) {
        this.probe = probe;
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
            awaitLettingGo(scenario, target);
            used |= !scenario.workload().isRecursive();
            return new TargetSession(scenario, target, probe, facts, toCsv, waiting, startNanos);
        };
    }

    private void awaitLettingGo(Scenario scenario, Target target) throws InterruptedException {
        if (!used) {
            return;
        }
        fleet.get().trim(0);
        if (scenario.application().isEmpty()) {
            release(target);
        }
        if (idleConnections < 0) {
            waiting.until(BLIND_PAUSE.toNanos(), () -> true);
            return;
        }
        boolean stillHeld = waiting.until(PATIENCE.toNanos(), () -> {
            waiting.rest();
            return probe.connections() > idleConnections + SPARE_CONNECTIONS;
        });
        if (stillHeld) {
            throw new ScenarioNotRunException("%d s after all connections were closed the server still has %d of them"
                    .formatted(PATIENCE.toSeconds(), probe.connections() - idleConnections));
        }
    }

    /** The web application notices that a held response has lost its client when it is told to end it. */
    private static void release(Target target) throws InterruptedException {
        ApplicationUrl application = ApplicationUrl.of(target);
        try {
            application
                    .client()
                    .connectTimeout(PATIENCE_TO_RELEASE)
                    .build()
                    .send(
                            application
                                    .request("/hold/release")
                                    .timeout(PATIENCE_TO_RELEASE)
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            // Whether the server has let go is looked at in any case.
        }
    }
}
