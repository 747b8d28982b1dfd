package io.ceiling.container;

/** One embedded servlet container: starts the WAR with given settings and tells what it really uses. */
public interface ServletContainer extends AutoCloseable {

    /**
     * Starts the container and blocks until the web application answers.
     *
     * @throws IllegalArgumentException if this container has no such connector or setting
     * @throws IllegalStateException if the running connector is not the one that was asked for
     * @throws Exception whatever the container throws when it cannot start (a port in use, a broken WAR)
     */
    RunningSettings start(ContainerSettings settings) throws Exception;

    /** Live readings of the started container. Thread-safe, does not block. */
    ContainerReadingsMXBean readings();

    /** Stops the container; a failure to stop is logged, since the process ends anyway. */
    @Override
    void close();
}
