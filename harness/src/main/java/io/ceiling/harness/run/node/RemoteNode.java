package io.ceiling.harness.run.node;

import io.ceiling.harness.cluster.ClusterException;
import io.ceiling.harness.cluster.NodeLink;
import java.time.Duration;

/** A node as the harness sees it. Thread-safe. */
final class RemoteNode {

    /** Time limit of a command that neither starts nor collects anything. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int CLOCK_READINGS = 20;

    private final NodeLink link;
    private final NodeFacts facts;

    private RemoteNode(NodeLink link, NodeFacts facts) {
        this.link = link;
        this.facts = facts;
    }

    /** Asks a node that has joined to describe itself. */
    static RemoteNode of(NodeLink link) {
        return new RemoteNode(link, ask(link, new NodeCall.Describe(), PATIENCE));
    }

    String name() {
        return link.name();
    }

    /** Returns true if that is the way to this node: a node that joins again under the same name is another one. */
    boolean isReachedBy(NodeLink other) {
        return link.equals(other);
    }

    NodeFacts facts() {
        return facts;
    }

    /**
     * Sends a command and blocks for its answer.
     *
     * @throws ClusterException if the node is lost, does not answer in time, or cannot do it; the message is one line
     */
    <A> A ask(NodeCall<A> call) {
        return ask(link, call, PATIENCE);
    }

    /** Sends a command that may take that long. */
    <A> A ask(NodeCall<A> call, Duration patience) {
        return ask(link, call, patience);
    }

    private static <A> A ask(NodeLink link, NodeCall<A> call, Duration patience) {
        byte[] answer = link.call(NodeJson.bytes(call), patience);
        try {
            return NodeJson.read(answer, call.answer());
        } catch (IllegalArgumentException e) {
            throw new ClusterException("node %s: %s".formatted(link.name(), e.getMessage()), e);
        }
    }

    /**
     * The monotonic clock of a host in relation to that of this host.
     *
     * @param aheadNanos time by which it is ahead, in ns
     * @param errorNanos largest error of that, in ns: half of the fastest round trip
     */
    record ClockOffset(long aheadNanos, long errorNanos) {}

    /** Measures the clock of the node's host: the fastest of some round trips has the smallest error. Blocks meanwhile. */
    ClockOffset clock() {
        ClockOffset best = new ClockOffset(0, Long.MAX_VALUE);
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long before = System.nanoTime();
            long there = ask(new NodeCall.ReadClock()).nanos();
            long after = System.nanoTime();
            long error = (after - before + 1) / 2;
            if (error < best.errorNanos()) {
                best = new ClockOffset(there - (before + error), error);
            }
        }
        return best;
    }

    @Override
    public String toString() {
        return "node " + name();
    }
}
