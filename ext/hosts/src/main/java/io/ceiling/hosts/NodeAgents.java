package io.ceiling.hosts;

import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.RunningAgents;
import io.ceiling.hosts.pipe.NodeException;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.LinkException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The load agents of a run on the hosts of its nodes. */
final class NodeAgents implements RunningAgents {

    private static final Duration PATIENCE_TO_FORK = Duration.ofSeconds(60);
    private static final Duration PATIENCE_TO_END = Duration.ofSeconds(10);

    private final List<RemoteNode> nodes;
    private final Clocks clocks;
    private final ExecutorService sendExecutor;
    private final Fleet fleet;
    private volatile boolean failed;

    private NodeAgents(List<RemoteNode> nodes, Clocks clocks, AgentSizing wanted) {
        this.nodes = List.copyOf(nodes);
        this.clocks = clocks;
        this.sendExecutor = Executors.newFixedThreadPool(wanted.count(), task -> {
            Thread thread = new Thread(task, "agents-of-nodes");
            thread.setDaemon(true);
            return thread;
        });
        boolean ready = false;
        try {
            this.fleet = new Fleet(forkAgents(wanted));
            ready = true;
        } finally {
            if (!ready) {
                close();
            }
        }
    }

    /**
     * Forks agents, spread evenly over the nodes, and blocks until all of them answer.
     *
     * @param clocks clocks of all hosts
     * @throws LinkException if a node cannot fork its agents; none is left running then
     */
    static NodeAgents fork(List<RemoteNode> nodes, Clocks clocks, AgentSizing wanted) {
        return new NodeAgents(nodes, clocks, wanted);
    }

    private List<AgentLink> forkAgents(AgentSizing wanted) {
        try {
            List<List<AgentLink>> linksByNode = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                RemoteNode node = nodes.get(i);
                int share = wanted.count() / nodes.size() + (i < wanted.count() % nodes.size() ? 1 : 0);
                List<AgentLink> links = new ArrayList<>();
                if (share > 0) {
                    NodeCall.Done ignored =
                            node.ask(new NodeCall.ForkAgents(wanted.withCount(share)), PATIENCE_TO_FORK);
                }
                for (int agent = 0; agent < share; agent++) {
                    links.add(new RemoteLink(node, agent, sendExecutor, () -> failed = true, clocks));
                }
                linksByNode.add(links);
            }
            return interleave(linksByNode);
        } catch (NodeException e) {
            throw new LinkException(String.valueOf(e.getMessage()), e);
        }
    }

    // Returns the agents of all nodes in turn, so that neighbours are on different hosts.
    private static List<AgentLink> interleave(List<List<AgentLink>> linksByNode) {
        List<AgentLink> all = new ArrayList<>();
        for (int turn = 0;
                all.size() < linksByNode.stream().mapToInt(List::size).sum();
                turn++) {
            for (List<AgentLink> links : linksByNode) {
                if (turn < links.size()) {
                    all.add(links.get(turn));
                }
            }
        }
        return all;
    }

    @Override
    public Fleet fleet() {
        return fleet;
    }

    /** Returns nothing: nodes make the command lines on their hosts. */
    @Override
    public List<String> command() {
        return List.of();
    }

    @Override
    public boolean complete() {
        return !failed && nodes.stream().allMatch(RemoteNode::isConnected);
    }

    @Override
    public void close() {
        for (RemoteNode node : nodes) {
            try {
                NodeCall.Done ignored = node.ask(new NodeCall.EndAgents(), PATIENCE_TO_END);
            } catch (NodeException e) {
                // A node that is lost ends its agents by itself.
            }
        }
        sendExecutor.shutdown();
    }
}
