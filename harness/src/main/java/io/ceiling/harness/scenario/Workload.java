package io.ceiling.harness.scenario;

import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import java.util.Optional;

/**
 * The work of the connections of a scenario, with the properties that the harness must know; docs/workloads.md
 * describes each workload.
 *
 * <p>To add a workload, add a class to {@code harness.workload} and a line to {@code Workloads}. Implementations are
 * immutable and pure; there is one instance of each, so that {@code ==} compares them.
 */
public interface Workload {

    /** The object that a server keeps for a held connection, which decides the cost of the connection. */
    enum HeldObject {
        /** A connection that waits for its next request. */
        CONNECTION,
        WEBSOCKET,
        /** A request whose response is open. */
        RESPONSE,
        /** A request that waits for a request of its own. */
        CALL
    }

    /** Returns the name in options, files and tables, such as {@code hold-async}. */
    String label();

    /** Returns the plural noun for held connections, such as {@code held responses}. */
    default String heldNoun() {
        return "connections";
    }

    /** Returns the object that a server keeps for each connection, as far as it is known. */
    default HeldObject heldObject() {
        return HeldObject.CONNECTION;
    }

    /** Returns true if one request grows a chain of calls inside the server, so that no load agent takes part. */
    default boolean isRecursive() {
        return false;
    }

    /** Returns the number of the server's open files for each connection. A server that calls itself has both ends. */
    default int descriptorsPerConnection() {
        return 1;
    }

    /** Returns true if connections subscribe to channels of Atmosphere, as {@link Work#messaging} specifies. */
    default boolean subscribes() {
        return false;
    }

    /**
     * Returns true if connections send requests to the user's own application, as {@link Work#application} specifies.
     */
    default boolean isUserApplication() {
        return false;
    }

    /** Returns true if another load tool makes the load and the harness only watches. */
    default boolean isWatched() {
        return false;
    }

    /** Returns true if a held connection occupies a platform thread with any connector. */
    default boolean holdsThread() {
        return false;
    }

    /** Returns true if a request is asynchronous, so that BIO keeps no thread for it. */
    default boolean isAsynchronous(Work work) {
        return false;
    }

    /** Returns true if connections send a further request at the end of each step. */
    default boolean repeatsRequests(Work work) {
        return false;
    }

    /**
     * Returns true if a response stays open, so that a container does not notice that its client is gone until
     * something is written to it.
     */
    default boolean keepsResponseOpen(Work work) {
        return false;
    }

    /**
     * Returns the path that orders the web application to end its held responses or its publishing; empty if it does
     * neither.
     */
    default Optional<String> releasePath() {
        return Optional.empty();
    }

    /**
     * Returns true if the harness keeps a control connection of its own through the ramp, for orders to publish or to
     * release.
     */
    default boolean isControlled() {
        return releasePath().isPresent();
    }

    /** Returns true if the web application ends its held responses when it is ordered to. */
    default boolean isReleasable() {
        return releasePath().isPresent() && !subscribes();
    }

    /** Returns true if nothing is written to the responses that stay open. */
    default boolean holdsResponse(Work work) {
        return keepsResponseOpen(work) && !subscribes();
    }

    /**
     * Returns true if a server keeps the open response after its client has gone, and nothing can make it end that
     * response.
     */
    default boolean outlivesItsClient(Work work) {
        return keepsResponseOpen(work) && !isReleasable();
    }

    /**
     * Returns the plan of the load agents for a server.
     *
     * @param publishing publishing of workloads that subscribe; ignored by others
     * @throws IllegalStateException if no load agent takes part
     */
    LoadPlan plan(ServerAddress server, Work work, Publishing publishing);
}
