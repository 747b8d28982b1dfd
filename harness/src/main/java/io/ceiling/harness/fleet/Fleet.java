package io.ceiling.harness.fleet;

import io.ceiling.harness.model.Latencies;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.load.AgentCommands;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Several load agents that act as one: connections are spread evenly, counts are added, histograms are merged.
 *
 * <p>Not thread-safe. Calls block for one round trip to each agent.
 */
public final class Fleet {

    private final List<? extends AgentCommands> agents;
    private int wanted;

    public Fleet(List<? extends AgentCommands> agents) {
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a fleet must have >= 1 agent, had 0");
        }
        this.agents = List.copyOf(agents);
    }

    /** Closes all connections, forgets all counts, takes a new plan. */
    public void prepare(LoadPlan plan) {
        ChannelPlan channels = plan.channels();
        for (int i = 0; i < agents.size(); i++) {
            agents.get(i).prepare(channels == null ? plan : plan.withChannels(part(channels, i)));
        }
        wanted = 0;
    }

    /** Every agent has the client numbers of its own share, as connections are spread. */
    private ChannelPlan part(ChannelPlan all, int agent) {
        return new ChannelPlan(
                all.transport(),
                all.identifiers(),
                all.firstClient() + agent * all.clientStep(),
                all.clientStep() * agents.size(),
                all.slowEvery());
    }

    /** Begins to measure anew how long messages take; blocks until every agent has done so. */
    public void forgetDeliveries() {
        agents.forEach(AgentCommands::forgetDeliveries);
    }

    /** Forgets how long connecting, first answers and exchanges took; blocks until every agent has done so. */
    public void forgetTimes() {
        agents.forEach(AgentCommands::forgetTimes);
    }

    /** Has the members of channels publish those bursts; each agent its share, so that together they keep the pause. */
    public void publish(Bursts bursts) {
        for (int i = 0; i < agents.size(); i++) {
            agents.get(i)
                    .publish(new Bursts(
                            bursts.messages(),
                            bursts.elementsBytes(),
                            bursts.pauseNanos() * agents.size(),
                            bursts.identifiers(),
                            bursts.durationNanos(),
                            bursts.seed() + i));
        }
    }

    /** When messages were delivered since it was last forgotten, by agent; see {@link #deliveryTimes}. */
    public List<AgentHistograms> deliveries() {
        return agents.stream().map(AgentCommands::histograms).toList();
    }

    /** Returns how long messages took in several phases or at several agents together. */
    public static Latencies deliveryTimes(List<AgentHistograms> phases) {
        return LoadReadings.deliveryTimes(phases);
    }

    /** Opens that many more connections at that rate in total. */
    public void open(int connections, double perSecond) {
        int before = wanted;
        wanted += connections;
        for (int i = 0; i < agents.size(); i++) {
            int more = share(wanted, i) - share(before, i);
            if (more > 0) {
                agents.get(i).open(more, perSecond / agents.size());
            }
        }
    }

    /** One request and answer on every served connection, at that rate in total. */
    public void exchange(double perSecond) {
        for (AgentCommands agent : agents) {
            agent.exchange(perSecond / agents.size());
        }
    }

    /** Every served connection sends its next request as soon as the last is answered, for that long. */
    public void saturate(Duration time) {
        agents.forEach(agent -> agent.saturate(time.toNanos()));
    }

    /** Every served connection asks again and again at that pace; each agent draws idle times of its own. */
    public void converse(Pace pace) {
        for (int i = 0; i < agents.size(); i++) {
            agents.get(i)
                    .converse(
                            new Pace(pace.minIdleNanos(), pace.maxIdleNanos(), pace.durationNanos(), pace.seed() + i));
        }
    }

    /** Closes the newest connections until at most this many are left. */
    public void trim(int keep) {
        for (int i = 0; i < agents.size(); i++) {
            agents.get(i).trim(share(keep, i));
        }
        wanted = keep;
    }

    /** Counts only: cheap enough to be polled. */
    public LoadReading counts() {
        return LoadReadings.merge(agents.stream().map(AgentCommands::report).toList(), List.of());
    }

    /** Counts and merged histograms. */
    public LoadReading reading() {
        List<AgentHistograms> histograms =
                agents.stream().map(AgentCommands::histograms).toList();
        return LoadReadings.merge(agents.stream().map(AgentCommands::report).toList(), histograms);
    }

    /** The histograms of all agents as they send them, by what they measure; for .hlog files. */
    public Map<String, List<String>> histograms() {
        List<AgentHistograms> all =
                agents.stream().map(AgentCommands::histograms).toList();
        return Map.of(
                "connect", all.stream().map(AgentHistograms::connect).toList(),
                "first-answer", all.stream().map(AgentHistograms::firstAnswer).toList(),
                "response", all.stream().map(AgentHistograms::response).toList(),
                "service", all.stream().map(AgentHistograms::service).toList(),
                "delivery", all.stream().map(AgentHistograms::delivery).toList(),
                "delivery-service",
                        all.stream().map(AgentHistograms::deliveryService).toList());
    }

    /** Like {@link #reading}, after a full collection in each agent. */
    public LoadReading readingAfterGc() {
        List<AgentReport> reports =
                agents.stream().map(AgentCommands::reportAfterGc).toList();
        return LoadReadings.merge(
                reports, agents.stream().map(AgentCommands::histograms).toList());
    }

    /** The pids of the agents that run on this host. */
    public List<Long> pids() {
        return agents.stream().map(agent -> agent.report().pid()).toList();
    }

    public int size() {
        return agents.size();
    }

    private int share(int total, int agent) {
        return total / agents.size() + (agent < total % agents.size() ? 1 : 0);
    }
}
