package io.ceiling.hosts;

import io.ceiling.hosts.pipe.NodeException;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.link.Request;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The monotonic clocks of the hosts of a run, in relation to that of the harness. They drift, so that each is measured
 * again when its last measurement is some seconds old. Thread-safe.
 */
final class Clocks {

    private static final long FRESH_NANOS = Duration.ofSeconds(10).toNanos();

    private final List<RemoteNode> nodes;
    private final Map<String, TimedOffset> measured = new HashMap<>();

    /** Creates the clocks of these nodes; measures nothing yet. */
    Clocks(List<RemoteNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    private record TimedOffset(RemoteNode.ClockOffset offset, long atNanos) {}

    /**
     * Returns the clock of a node, at most some seconds old. Blocks for a measurement otherwise.
     *
     * @throws LinkException if the node is lost or does not answer: without its clock no agent can be given its plan
     */
    synchronized RemoteNode.ClockOffset of(RemoteNode node) {
        TimedOffset last = measured.get(node.name());
        if (last == null || System.nanoTime() - last.atNanos() > FRESH_NANOS) {
            last = new TimedOffset(measured(node), System.nanoTime());
            measured.put(node.name(), last);
        }
        return last.offset();
    }

    private static RemoteNode.ClockOffset measured(RemoteNode node) {
        try {
            return node.measureClock();
        } catch (NodeException e) {
            throw new LinkException(String.valueOf(e.getMessage()), e);
        }
    }

    long aheadNanos(RemoteNode node) {
        return of(node).aheadNanos();
    }

    /** Returns the time by which the clock of the host of that address is ahead of that of the harness. */
    long aheadNanos(String address) {
        return nodes.stream()
                .filter(node -> node.facts().address().equals(address))
                .findFirst()
                .map(this::aheadNanos)
                .orElse(0L);
    }

    /** Returns a link to an agent on the host of the harness whose servers may be on other hosts. */
    AgentLink withClocks(AgentLink link) {
        return new AgentLink() {

            @Override
            public <A> PendingAnswer<A> send(Request<A> request) {
                return link.send(request);
            }

            @Override
            public String host() {
                return Nodes.HARNESS;
            }

            @Override
            public long aheadNanos(String address) {
                return -Clocks.this.aheadNanos(address);
            }

            @Override
            public String toString() {
                return link.toString();
            }
        };
    }
}
