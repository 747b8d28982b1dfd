package io.ceiling.harness.model;

import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import java.util.Optional;

/**
 * What the connections of a scenario do, and what the harness has to know of that; docs/workloads.md describes each.
 *
 * <p>A new workload is one class of {@code harness.workload} and its line in {@code Workloads}. Implementations are immutable and pure;
 * there is one instance of each, so that {@code ==} compares them.
 */
public interface Workload {

    /** What a server keeps for a connection that is held; what a connection costs it follows from that. */
    enum Keeps {
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

    /** Returns what is held, in the plural, such as {@code held responses}. */
    String held();

    /** Returns what a server keeps for each connection. */
    Keeps keeps();

    /** Returns true if one request grows a chain of calls inside the server, so that no load agent takes part. */
    default boolean isRecursive() {
        return false;
    }

    /** Returns true if connections subscribe to channels of Atmosphere; then {@link Work#messaging} says how. */
    default boolean subscribes() {
        return false;
    }

    /** Returns true for the user's own application; then {@link Work#application} says what is asked. */
    default boolean isOwnApplication() {
        return false;
    }

    /** Returns true if a platform thread is taken for as long as a connection is held, whatever the connector. */
    default boolean holdsThread() {
        return false;
    }

    /** Returns true if a request is asynchronous: BIO keeps no thread for it. */
    default boolean isAsynchronous(Work work) {
        return false;
    }

    /** Returns true if connections ask again at the end of each step. */
    default boolean asksAgain(Work work) {
        return false;
    }

    /**
     * Returns true if a response stays open, so that a container does not notice that its client is gone until something is written
     * to it.
     */
    default boolean keepsResponseOpen(Work work) {
        return false;
    }

    /** Returns the path that has the web application end what it holds or publishes; empty if it does neither. */
    default Optional<String> release() {
        return Optional.empty();
    }

    /** Returns true if the harness keeps a connection of its own through the ramp, to have the server publish or release. */
    default boolean isControlled() {
        return release().isPresent();
    }

    /** Returns true if the web application ends the responses that it holds when it is asked to. */
    default boolean isReleasable() {
        return release().isPresent() && !subscribes();
    }

    /** Returns true if nothing is written to the responses that stay open. */
    default boolean holdsResponse(Work work) {
        return keepsResponseOpen(work) && !subscribes();
    }

    /** Returns true if a server keeps what was opened after its client has gone, and nothing can make it end that. */
    default boolean outlivesItsClient(Work work) {
        return keepsResponseOpen(work) && !isReleasable();
    }

    /**
     * Returns what the load agents do with a server.
     *
     * @param publishing of workloads that subscribe; others do not use it
     * @throws IllegalStateException if no load agent takes part
     */
    LoadPlan plan(ServerAddress server, Work work, Publishing publishing);
}
