package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;

/** Agents in the process of the test. */
public final class Agents {

    /** Connections a second that a test opens: more than it has to wait for. */
    public static final double FAST = 5_000;

    private Agents() {}

    /** Returns an agent on the sockets that are best here. */
    public static LoadAgent agent(int loops) {
        return agent(Transport.best(), loops);
    }

    public static LoadAgent agent(Transport sockets, int loops) {
        return new LoadAgent(sockets, loops, () -> {});
    }

    /** Has the agent open that many connections by a new plan; returns its report when each has its outcome. */
    public static AgentReport tryToOpen(LoadAgent agent, LoadPlan plan, int connections) throws InterruptedException {
        agent.prepare(plan);
        agent.open(connections, FAST);
        return Await.report(agent, report -> report.connections().pending() == 0);
    }

    /** Has the agent open that many connections by a new plan, of which every one is served. */
    public static AgentReport open(LoadAgent agent, LoadPlan plan, int connections) throws InterruptedException {
        AgentReport report = tryToOpen(agent, plan, connections);
        assertThat(report.failures().counts())
                .as(report.failures().firstTexts().toString())
                .isEmpty();
        assertThat(report.connections().served()).isEqualTo(connections);
        return report;
    }

    /** Has the agent open that many clients of channels, of which every one is served. */
    public static AgentReport open(LoadAgent agent, ChannelServer server, ChannelPlan plan, int clients)
            throws InterruptedException {
        return open(agent, Plans.channels(server.port(), plan), clients);
    }
}
