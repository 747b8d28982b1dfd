package io.ceiling.load;

/** The cluster could not be joined, or a member of it did not do what it was told. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
