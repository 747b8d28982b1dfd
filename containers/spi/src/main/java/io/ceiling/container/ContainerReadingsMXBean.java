package io.ceiling.container;

/**
 * Current readings of the connector and its thread pool, under the same object name for all containers:
 * {@value #OBJECT_NAME}. A value of -1 cannot be read in this container.
 */
public interface ContainerReadingsMXBean {

    String OBJECT_NAME = "io.ceiling:type=Container";

    /** Returns the number of connections that the connector has accepted and not closed. */
    long getConnectionCount();

    /** Returns the maximum number of connections; -1 if there is none. */
    long getMaxConnections();

    /** Returns the number of threads of the request pool; -1 for virtual threads. */
    int getPoolThreads();

    /** Returns the number of threads of the request pool that run a request; -1 for virtual threads. */
    int getBusyThreads();

    /** Returns the maximum size of the request pool; -1 for virtual threads. */
    int getMaxThreads();

    /** Returns the number of requests that wait for a thread. */
    int getQueuedRequests();
}
