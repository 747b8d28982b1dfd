package io.ceiling.container;

import java.nio.file.Path;

/**
 * An embedded servlet container, which starts the WAR with given settings and reports the settings in use. It ends with
 * its process, because a container at its ceiling may be unable to stop.
 */
public interface ServletContainer {

    /** Returns the name in commands, files and tables, such as {@code tomcat}. */
    String name();

    /** Returns true if it deploys a WAR; false for a server that is an application by itself. */
    default boolean deploysWar() {
        return true;
    }

    /**
     * Rejects settings that this container does not support; starts nothing.
     *
     * @throws IllegalArgumentException with one line that names the setting, its value and what is allowed
     */
    void requireSupported(ContainerSettings settings);

    /**
     * Starts the container and blocks until the web application answers.
     *
     * @param workFolder empty folder for everything that the container writes; deleted when the process ends
     * @return settings read back from the running container
     * @throws IllegalStateException if the running connector is not the requested one
     * @throws Exception if the container cannot start (a port in use, a broken WAR)
     */
    RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception;

    /**
     * Ends the processes that it has started; this process ends next. Also called if the start failed. Blocks for at
     * most 0.3 s. Thread-safe.
     */
    default void end() {}

    /** Returns the live readings of the started container. Thread-safe, does not block. */
    ContainerReadingsMXBean readings();
}
