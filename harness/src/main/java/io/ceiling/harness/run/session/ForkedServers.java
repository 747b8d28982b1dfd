package io.ceiling.harness.run.session;

import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.server.Place;
import java.util.function.Consumer;

/**
 * Forks the servers of one scenario: one at a time, or all instances of a ring together.
 *
 * @param scenario scenario whose servers are started
 * @param launcher starts the processes
 * @param facts limits and probe of this host
 * @param toCsv receives the samples, of one server or of a whole ring
 * @param waiting clock of the run
 * @param startNanos start of the scenario; the samples of all its servers share one time scale
 */
public record ForkedServers(
        Scenario scenario,
        ServerLauncher launcher,
        HostFacts facts,
        Consumer<Sample> toCsv,
        Waiting waiting,
        long startNanos)
        implements ServerSession.Starter {

    @Override
    public ServerSession start(int number) throws InterruptedException {
        if (scenario.instances() == 1) {
            return ForkedSession.start(this, number, Place.ANY);
        }
        // Only the samples of the whole ring are written, not each server's own.
        ForkedServers each = new ForkedServers(scenario, launcher, facts, sample -> {}, waiting, startNanos);
        return RingSession.start(
                scenario.instances(),
                (instance, place) -> ForkedSession.start(each, instance, place),
                facts.host()::reading,
                toCsv,
                waiting,
                startNanos);
    }
}
