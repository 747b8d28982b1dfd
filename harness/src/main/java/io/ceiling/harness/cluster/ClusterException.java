package io.ceiling.harness.cluster;

/** Thrown when a cluster cannot be founded or joined, or when a node did not answer. The message is one line. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
