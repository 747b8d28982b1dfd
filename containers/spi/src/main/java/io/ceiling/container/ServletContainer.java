package io.ceiling.container;

import java.nio.file.Path;

/**
 * One embedded servlet container: starts the WAR with given settings and tells what it really uses. It ends with its
 * process; a container at its ceiling cannot be trusted to stop.
 */
public interface ServletContainer {

    /** The name in commands, files and tables, such as {@code tomcat}. */
    String name();

    /**
     * Rejects settings that this container does not have; starts nothing.
     *
     * @throws IllegalArgumentException with one line that names the setting, its value and what is allowed
     */
    void requireSupported(ContainerSettings settings);

    /**
     * Starts the container and blocks until the web application answers.
     *
     * @param workFolder an empty folder for everything that the container writes; deleted when the process ends
     * @return read back from the running container, whatever was asked for
     * @throws IllegalStateException if the running connector is not the one that was asked for
     * @throws Exception whatever the container throws when it cannot start (a port in use, a broken WAR)
     */
    RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception;

    /** Live readings of the started container. Thread-safe, does not block. */
    ContainerReadingsMXBean readings();
}
