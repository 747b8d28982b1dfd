package io.ceiling.harness.cluster;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * The one member of a cluster whom all nodes obey. Thread-safe. Nodes come and go while it runs; only those that have the
 * key, the same version and a name of their own are let in.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Founder implements AutoCloseable {

    private Founder() {}

    /**
     * Listens on that address alone, and returns the founder of a new cluster.
     *
     * @param port a TCP port, or 0 for one that is free
     * @throws ClusterException with one line, if the address is not of this host or the port is taken
     */
    public static Founder found(String bindAddress, int port, ClusterKey key, Identity identity) {
        throw new UnsupportedOperationException("not yet: " + bindAddress + port + key + identity);
    }

    /** Returns the TCP port to which nodes connect. */
    public int port() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Returns the names of the nodes that are there, in the order in which they were let in. */
    public List<String> members() {
        return nodes().stream().map(NodeLink::name).toList();
    }

    /** Returns the links to the nodes that are there, in the order in which they were let in. */
    public List<NodeLink> nodes() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Returns the nodes that were let in and are there no more, in the order in which they were lost. */
    public List<LostNode> lost() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Returns a line for each node that asked to be let in and was refused, in their order; the last 100 of them. */
    public List<String> refused() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Calls the listener for each node that is lost from now on, at once and once for each. The listener must not block;
     * it is called by a thread of the cluster.
     */
    public void onLost(Consumer<LostNode> listener) {
        throw new UnsupportedOperationException("not yet: " + listener);
    }

    /**
     * Blocks until that many nodes are there, and returns the links to all that are.
     *
     * @throws ClusterException with one line, if fewer are there in time; it has the lines of the nodes that were refused
     */
    public List<NodeLink> awaitNodes(int count, Duration patience) {
        throw new UnsupportedOperationException("not yet: " + count + patience);
    }

    /**
     * Blocks until nodes of these names are there, and returns the links to them in this order.
     *
     * @throws ClusterException with one line, if one is missing after that time
     */
    public List<NodeLink> awaitNodes(Collection<String> names, Duration patience) {
        throw new UnsupportedOperationException("not yet: " + names + patience);
    }

    /** Leaves the cluster, which thereby ends: every node hears that its founder is gone. Blocks for a moment. */
    @Override
    public void close() {}
}
