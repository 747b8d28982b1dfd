package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Scenario;
import io.ceiling.load.link.LinkException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The load agents of a run: forked when the first scenario needs them, kept for all others, replaced if one is lost. */
public final class Agents implements AutoCloseable {

    /** Descriptors an agent needs for itself: jars, its pipes, event loops. */
    private static final int RESERVED_DESCRIPTORS = 300;

    private final RunRequest request;
    private final HostLimits limits;
    private final Path folder;
    private @Nullable LocalAgents agents;

    public Agents(RunRequest request, HostLimits limits, Path folder) {
        this.request = request;
        this.limits = limits;
        this.folder = folder;
    }

    /**
     * The fleet, all of it alive; blocks for its start where that is due.
     *
     * @throws LinkException if it cannot be started
     */
    public Fleet fleet() {
        LocalAgents current = agents;
        if (current != null && !current.complete()) {
            current.close();
            current = null;
        }
        if (current == null) {
            current = LocalAgents.start(request.folders().home(), count(), newestJdk(), folder.resolve("agents.log"));
            agents = current;
        }
        return current.fleet();
    }

    /** So many that no agent comes near its own limit of descriptors before the largest ramp has met its cap. */
    private int count() {
        int most = held().stream().mapToInt(Scenario::capConnections).max().orElse(1);
        return limits.nofileHard() < 0
                ? 1
                : (int) (1 + (most - 1) / Math.max(1, limits.nofileHard() - RESERVED_DESCRIPTORS));
    }

    private Jdk newestJdk() {
        return held().stream()
                .map(Scenario::jdk)
                .max(Comparator.comparingInt(Jdk::feature))
                .orElseThrow(() -> new IllegalStateException("no scenario needs load agents"));
    }

    private List<Scenario> held() {
        return request.scenarios().stream()
                .filter(scenario -> !scenario.workload().isRecursive())
                .filter(scenario -> Scenarios.skipReason(scenario).isEmpty())
                .toList();
    }

    /** Ends the agents and blocks until they are gone; the next fleet is a new one. */
    @Override
    public void close() {
        if (agents != null) {
            agents.close();
            agents = null;
        }
    }
}
