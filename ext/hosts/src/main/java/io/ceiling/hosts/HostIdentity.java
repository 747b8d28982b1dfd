package io.ceiling.hosts;

import io.ceiling.harness.os.ProcFiles;
import java.nio.file.Path;

/**
 * The identity of a host.
 *
 * @param name name that the host has itself; empty if it cannot be seen
 * @param network text that is the same for two processes if one reaches the other on loopback
 */
record HostIdentity(String name, String network) {

    public static HostIdentity ofThisHost() {
        String name = ProcFiles.firstLine(Path.of("/proc/sys/kernel/hostname"));
        String boot = ProcFiles.firstLine(Path.of("/proc/sys/kernel/random/boot_id"));
        String namespace = ProcFiles.link(Path.of("/proc/self/ns/net"));
        return new HostIdentity(name, boot + " " + (namespace.isEmpty() ? name : namespace));
    }

    boolean reaches(String address, HostIdentity other) {
        return !address.startsWith("127.") || network.equals(other.network);
    }
}
