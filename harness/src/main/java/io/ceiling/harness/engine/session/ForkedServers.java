package io.ceiling.harness.engine.session;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerPlace;
import java.util.function.Consumer;

/**
 * Starts the servers of one scenario: one at a time, or all instances together.
 *
 * @param scenario scenario whose servers are started
 * @param launcher starts the processes
 * @param facts limits and probe of this host
 * @param toCsv receives the samples, of one server or of all instances together
 * @param clock clock of the run
 * @param startNanos start of the scenario; the samples of all its servers share one time scale
 */
public record ForkedServers(
        Scenario scenario,
        ServerLauncher launcher,
        HostFacts facts,
        Consumer<Sample> toCsv,
        RunClock clock,
        long startNanos)
        implements ServerSession.Starter {

    @Override
    public ServerSession start(int number) throws InterruptedException {
        if (scenario.instances() == 1) {
            return facts.hosts().start(this, 0, number, ServerPlace.ANY);
        }
        // Only the samples of all instances together are written, not each server's own.
        ForkedServers each = new ForkedServers(scenario, launcher, facts, sample -> {}, clock, startNanos);
        int first = (number - 1) * scenario.instances();
        InstancesSession.InstanceStarter starter =
                (instance, place) -> facts.hosts().start(each, instance - 1, first + instance, place);
        return scenario.workload().isRecursive()
                ? RingSession.start(
                        scenario.instances(), starter, facts.watch(scenario.instances()), toCsv, clock, startNanos)
                : SeparateSession.start(
                        scenario.instances(), starter, facts.watch(scenario.instances()), toCsv, clock, startNanos);
    }
}
