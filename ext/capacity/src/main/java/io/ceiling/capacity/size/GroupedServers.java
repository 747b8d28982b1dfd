package io.ceiling.capacity.size;

import io.ceiling.harness.engine.ScenarioMeasurer;
import io.ceiling.harness.engine.session.ForkedServers;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerLauncher;
import io.ceiling.harness.os.MemoryGroup;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerPlace;
import java.util.Optional;
import java.util.function.Consumer;

/** Ramps a scenario whose servers run in a memory cgroup. Not thread-safe. */
final class GroupedServers {

    private final Run.Context context;
    private final RunClock clock = new RunClock();
    private final ServerPlace place;
    private final Consumer<Sample> sampleListener;

    /**
     * Takes the group of the servers.
     *
     * @param group group; empty for that of the harness
     * @param sampleListener receives each sample when it is taken
     */
    GroupedServers(Run.Context context, Optional<MemoryGroup> group, Consumer<Sample> sampleListener) {
        this.context = context;
        this.place = group.map(memoryGroup -> ServerPlace.ANY.withCgroup(memoryGroup.processes()))
                .orElse(ServerPlace.ANY);
        this.sampleListener = sampleListener;
    }

    /** Measures the scenario and blocks until its servers are gone. Its row is on the disk on return. */
    ScenarioResult measure(Scenario scenario) throws InterruptedException {
        // The settings are for servers without this project's class archive, which have their classes in their own
        // memory.
        ServerLauncher launcher = context.launcher().withoutArchives();
        ScenarioMeasurer measurer =
                new ScenarioMeasurer(context, clock, Optional.empty(), (forkedScenario, toCsv, startNanos) -> {
                    Consumer<Sample> bothListeners = sample -> {
                        sampleListener.accept(sample);
                        toCsv.accept(sample);
                    };
                    ForkedServers servers = new ForkedServers(
                            forkedScenario,
                            launcher,
                            context.facts().withFreshLimits(),
                            bothListeners,
                            clock,
                            startNanos);
                    return number -> ForkedSession.start(servers, number, place);
                });
        return measurer.measure(scenario);
    }
}
