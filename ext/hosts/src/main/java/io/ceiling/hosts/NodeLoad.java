package io.ceiling.hosts;

import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.load.AgentCall;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.link.Request;
import io.ceiling.load.report.ConnectionCounts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The load agents of a node, which load only what the node was started to allow. Thread-safe. */
final class NodeLoad {

    private final Path home;
    private final Jdk jdk;
    private final Path log;
    private final AllowedLoad allowed;
    private @Nullable LocalAgents agents;
    private List<AgentLink> links = List.of();
    private long[] connectionsByAgent = {};

    /**
     * Creates the load of a node; it has no agents yet.
     *
     * @param home root folder of the project
     * @param log file that receives the agents' standard error
     */
    NodeLoad(Path home, Jdk jdk, Path log, AllowedLoad allowed) {
        this.home = home;
        this.jdk = jdk;
        this.log = log;
        this.allowed = allowed;
    }

    /**
     * Replaces the running agents with new ones, and blocks until all of them answer. Their heap suffices for the load
     * that this node allows.
     */
    synchronized void fork(AgentSizing requestedAgents) {
        end();
        LocalAgents forked = LocalAgents.start(home, requestedAgents.cappedAt(allowed.mostConnections()), jdk, log);
        agents = forked;
        links = forked.links();
        connectionsByAgent = new long[requestedAgents.count()];
    }

    /** Ends all agents and blocks until they are gone. */
    synchronized void end() {
        if (agents != null) {
            agents.close();
            agents = null;
            links = List.of();
        }
    }

    /**
     * Passes a request on to an agent, blocks for its answer and returns it.
     *
     * @throws LinkException if the request is not allowed, or the agent does not answer; the message is one line
     */
    Object ask(int agent, Request<?> request) {
        return send(agent, request).await();
    }

    private synchronized AgentLink.PendingAnswer<?> send(int agent, Request<?> request) {
        if (agent < 0 || agent >= links.size()) {
            throw new LinkException("there is no load agent %d, there are %d".formatted(agent, links.size()));
        }
        AgentLink link = links.get(agent);
        long otherConnections = Arrays.stream(connectionsByAgent).sum() - connectionsByAgent[agent];
        long ownConnections = opens(request) ? openConnections(link) : connectionsByAgent[agent];
        Optional<String> refusal = allowed.refusal(request, otherConnections, ownConnections);
        if (refusal.isPresent()) {
            throw new LinkException(refusal.get());
        }
        connectionsByAgent[agent] = AllowedLoad.connectionsAfter(request, ownConnections);
        return request instanceof AgentCall.Prepare prepare
                ? link.send(new AgentCall.Prepare(prepare.plan().withNamedSources(allowed.sources())))
                : link.send(request);
    }

    private static boolean opens(Request<?> request) {
        return request instanceof AgentCall.Open || request instanceof AgentCall.OpenInWindow;
    }

    // Returns the connections of an agent, without failed ones.
    private static long openConnections(AgentLink link) {
        ConnectionCounts connections = link.send(new AgentCall.Report()).await().connections();
        return connections.alive() + connections.pending();
    }
}
