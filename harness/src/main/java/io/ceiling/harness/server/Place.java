package io.ceiling.harness.server;

import io.ceiling.container.ContainerSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The place of a server: its port, and the next server of its ring.
 *
 * @param bindAddress IP address that the server listens on
 * @param port TCP port; 0 for a free one
 * @param nextInstance address and port of the next instance of a ring; empty for a server that calls itself
 * @param allow networks whose clients the web application answers, separated by commas; empty for loopback alone
 * @param group file of a cgroup to which the process writes its id before it becomes the JVM, so that all its memory is
 *     charged there; empty for the cgroup of the harness
 */
public record Place(String bindAddress, int port, String nextInstance, String allow, Optional<Path> group) {

    /** A server on a free port of loopback that calls itself. */
    public static final Place ANY = new Place(0, "");

    /** Creates a place in the cgroup of the harness. */
    public Place(String bindAddress, int port, String nextInstance, String allow) {
        this(bindAddress, port, nextInstance, allow, Optional.empty());
    }

    /** Creates the place of a server to be measured: on loopback. */
    public Place(int port, String nextInstance) {
        this(ContainerSettings.LOOPBACK, port, nextInstance, "");
    }

    /** Returns the same place on another address, with clients of these networks. */
    public Place on(String address, String networks) {
        return new Place(address, port, nextInstance, networks, group);
    }

    /** Returns the same place in the cgroup that takes processes through that file. */
    public Place in(Path processes) {
        return new Place(bindAddress, port, nextInstance, allow, Optional.of(processes));
    }
}
