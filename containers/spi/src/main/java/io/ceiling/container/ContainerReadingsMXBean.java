package io.ceiling.container;

/**
 * The connector and its thread pool right now, under one name for all containers: {@value #OBJECT_NAME}. -1 stands for
 * what a container cannot tell.
 */
public interface ContainerReadingsMXBean {

    String OBJECT_NAME = "io.ceiling:type=Container";

    /** Connections the connector has accepted and not closed. */
    long getConnectionCount();

    /** Limit of the above; -1 if there is none. */
    long getMaxConnections();

    /** Threads of the request pool now; -1 for virtual threads. */
    int getPoolThreads();

    /** Threads of the request pool that run a request now; -1 for virtual threads. */
    int getBusyThreads();

    /** Limit of the request pool; -1 for virtual threads. */
    int getMaxThreads();

    /** Requests that wait for a thread. */
    int getQueuedRequests();
}
