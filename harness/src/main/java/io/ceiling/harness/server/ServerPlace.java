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
 * @param allowedNetworks networks whose clients the web application answers, separated by commas; empty for loopback alone
 * @param cgroupFile file of a cgroup to which the process writes its id before it becomes the JVM, so that all its memory is
 *     charged there; empty for the cgroup of the harness
 */
public record ServerPlace(
        String bindAddress, int port, String nextInstance, String allowedNetworks, Optional<Path> cgroupFile) {

    /** A server on a free port of loopback that calls itself. */
    public static final ServerPlace ANY = new ServerPlace(0, "");

    /** Creates a place in the cgroup of the harness. */
    public ServerPlace(String bindAddress, int port, String nextInstance, String allow) {
        this(bindAddress, port, nextInstance, allow, Optional.empty());
    }

    /** Creates the place of a server to be measured: on loopback. */
    public ServerPlace(int port, String nextInstance) {
        this(ContainerSettings.LOOPBACK, port, nextInstance, "");
    }

    /** Returns the same place on another address, with clients of these networks. */
    public ServerPlace withAddress(String address, String networks) {
        return new ServerPlace(address, port, nextInstance, networks, cgroupFile);
    }

    /** Returns the same place in the cgroup that takes processes through that file. */
    public ServerPlace withCgroup(Path processes) {
        return new ServerPlace(bindAddress, port, nextInstance, allowedNetworks, Optional.of(processes));
    }
}
