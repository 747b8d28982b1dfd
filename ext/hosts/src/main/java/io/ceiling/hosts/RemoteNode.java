package io.ceiling.hosts;

import io.ceiling.hosts.pipe.NodeException;
import io.ceiling.hosts.pipe.NodePipe;
import java.time.Duration;
import java.util.Optional;

/** A node as the harness sees it. Thread-safe. */
final class RemoteNode {

    // Time limit of a command that neither starts nor collects anything.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int CLOCK_READINGS = 20;

    private final NodePipe pipe;
    private final NodeFacts facts;

    private RemoteNode(NodePipe pipe, NodeFacts facts) {
        this.pipe = pipe;
        this.facts = facts;
    }

    /** Blocks until a started node has described itself, at most for that time. */
    static RemoteNode of(NodePipe pipe, Duration patience) {
        return new RemoteNode(pipe, read(pipe, pipe.hello(patience), NodeFacts.class));
    }

    String name() {
        return pipe.name();
    }

    /** Returns true unless the node is lost. */
    boolean isConnected() {
        return pipe.lossReason().isEmpty();
    }

    /** Returns a line with the reason why the node was lost; empty while it is connected. */
    Optional<String> lossReason() {
        return pipe.lossReason().map(why -> "node %s is lost: %s".formatted(name(), why));
    }

    NodeFacts facts() {
        return facts;
    }

    /**
     * Sends a command and blocks for its answer.
     *
     * @throws NodeException if the node is lost, does not answer in time, or cannot do it; the message is one line
     */
    <A> A ask(NodeCall<A> call) {
        return ask(call, PATIENCE);
    }

    /** Sends a command that may take that long. */
    <A> A ask(NodeCall<A> call, Duration patience) {
        return read(pipe, pipe.call(NodeCall.FORMAT.of(call), patience), call.answer());
    }

    private static <A> A read(NodePipe pipe, byte[] bytes, Class<A> kind) {
        try {
            return NodeCall.FORMAT.read(bytes, kind);
        } catch (IllegalArgumentException e) {
            throw new NodeException("%s: %s".formatted(pipe, e.getMessage()), e);
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
    ClockOffset measureClock() {
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
