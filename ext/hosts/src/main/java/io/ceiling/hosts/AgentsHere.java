package io.ceiling.hosts;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.fleet.RunningAgents;
import java.util.List;

/** The load agents on the host of the harness, of a run whose servers are on other hosts. */
final class AgentsHere implements RunningAgents {

    private final LocalAgents agents;
    private final Fleet fleet;

    AgentsHere(LocalAgents agents, Clocks clocks) {
        this.agents = agents;
        this.fleet = new Fleet(agents.links().stream().map(clocks::here).toList());
    }

    @Override
    public Fleet fleet() {
        return fleet;
    }

    @Override
    public List<String> command() {
        return agents.command();
    }

    @Override
    public boolean complete() {
        return agents.complete();
    }

    @Override
    public void close() {
        agents.close();
    }
}
