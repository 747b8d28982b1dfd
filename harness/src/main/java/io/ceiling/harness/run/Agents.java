package io.ceiling.harness.run;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.Hosts;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.RunningAgents;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.load.link.LinkException;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load agents of a run. They are forked when the first scenario needs them, shared by all later scenarios, and
 * replaced together if one of them dies. Not thread-safe.
 */
public final class Agents implements AutoCloseable {

    // Descriptors that an agent needs for itself: jars, pipes, event loops.
    private static final int RESERVED_DESCRIPTORS = 300;

    private final RunRequest request;
    private final HostLimits limits;
    private final Hosts hosts;
    private final RunFolder folder;
    private @Nullable RunningAgents agents;

    public Agents(RunRequest request, HostFacts facts, RunFolder folder) {
        this.request = request;
        this.limits = facts.limits();
        this.hosts = facts.hosts();
        this.folder = folder;
    }

    /**
     * Returns the fleet with every agent alive. Forks the agents if none run or one has died, and blocks until they
     * answer.
     *
     * @throws LinkException if an agent does not start
     */
    public Fleet fleet() {
        RunningAgents current = agents;
        if (current != null && !current.complete()) {
            current.close();
            current = null;
        }
        if (current == null) {
            current = hosts.agents(
                    request.folders().home(),
                    sizing(held(), hosts.descriptorsOfAnAgent(limits.nofileHard()), hosts.ofAgents()),
                    newestJdk(),
                    folder.details().resolve("agents.log"));
            if (!current.command().isEmpty()) {
                folder.writeAgents(current.command());
            }
            agents = current;
        }
        return current.fleet();
    }

    /**
     * Returns enough agents that none reaches its limit of descriptors or memory before the largest ramp reaches its
     * cap.
     *
     * @param descriptors limit of the descriptors of an agent
     * @param hostsOfAgents number of hosts; each has at least one agent
     */
    static AgentSizing sizing(List<Scenario> scenarios, Limit descriptors, int hostsOfAgents) {
        int count = scenarios.stream()
                .mapToInt(scenario -> count(scenario, descriptors, hostsOfAgents))
                .max()
                .orElse(1);
        int connections = scenarios.stream()
                .mapToInt(scenario -> share(scenario.capPerServer(), Math.max(1, count / scenario.instances())))
                .max()
                .orElse(0);
        return new AgentSizing(count, connections, scenarios.stream().anyMatch(Scenario::isOverTls));
    }

    private static int share(int all, int parts) {
        return 1 + (all - 1) / parts;
    }

    /**
     * Returns the number of agents of a scenario: the same for each of its servers, since an agent loads one server.
     *
     * @param descriptors limit of the descriptors of an agent
     * @param hostsOfAgents number of hosts; each has at least one agent
     */
    static int count(Scenario scenario, Limit descriptors, int hostsOfAgents) {
        long room = Math.max(
                1, Math.min(AgentSizing.MAX_CONNECTIONS, descriptors.orElse(Long.MAX_VALUE) - RESERVED_DESCRIPTORS));
        int ofEachForAllHosts = share(hostsOfAgents, scenario.instances());
        return scenario.instances() * Math.max(ofEachForAllHosts, (int) (1 + (scenario.capPerServer() - 1) / room));
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

    /** Stops the agents and blocks until their processes have ended. The next call of {@link #fleet} forks new ones. */
    @Override
    public void close() {
        if (agents != null) {
            agents.close();
            agents = null;
        }
    }
}
