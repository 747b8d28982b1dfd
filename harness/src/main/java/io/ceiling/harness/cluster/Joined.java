package io.ceiling.harness.cluster;

import java.time.Duration;

/**
 * The membership of one node in the cluster of a founder. Thread-safe. The node obeys that founder alone, and nobody takes
 * the founder's place: when it is gone, the membership ends.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Joined implements AutoCloseable {

    private Joined() {}

    /**
     * Joins the cluster of the founder at that address, and blocks until the founder has let this node in.
     *
     * @param bindAddress an address of this host, on which alone the node listens for the cluster, at a free port
     * @param patience for how long a founder is sought and awaited at most
     * @throws ClusterException with one line, if no founder is there, or if the founder does not let this node in: wrong
     *     key, another version, a name that is taken
     */
    public static Joined join(
            String host,
            int port,
            ClusterKey key,
            Identity identity,
            String bindAddress,
            Handler handler,
            Duration patience) {
        throw new UnsupportedOperationException(
                "not yet: " + host + port + key + identity + bindAddress + handler + patience);
    }

    /** Returns who the founder is. */
    public Identity founder() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Returns how many messages were dropped because they came from others than the founder, or were no calls. */
    public long dropped() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Leaves the cluster. Calls that are being executed go on, but their answers are not sent. Blocks for a moment. */
    @Override
    public void close() {}
}
