package io.ceiling.harness.cluster;

import java.time.Duration;

/** The way from the founder to one node. Thread-safe; several calls may be in flight. */
public interface NodeLink {

    /** Returns the name that the node has given itself. */
    String name();

    /**
     * Sends a request, blocks until the answer has arrived and returns it. Both have at most 4 MiB.
     *
     * @param patience for how long the answer is awaited at most
     * @throws ClusterException with one line that names the node: if no answer arrives in time, if the node is lost, or
     *     if the node could not execute the request
     * @throws IllegalArgumentException if the request is too long
     */
    byte[] call(byte[] request, Duration patience);
}
