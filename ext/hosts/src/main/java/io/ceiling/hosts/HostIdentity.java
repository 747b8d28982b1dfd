package io.ceiling.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The identity of a host.
 *
 * @param name name that the host has itself; empty if it cannot be seen
 * @param network text that is the same for two processes if one reaches the other on loopback
 */
record HostIdentity(String name, String network) {

    /** Returns the identity of this host. */
    public static HostIdentity ofThisHost() {
        String name = text(Path.of("/proc/sys/kernel/hostname"));
        return new HostIdentity(name, text(Path.of("/proc/sys/kernel/random/boot_id")) + " " + namespace(name));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static String namespace(String otherwise) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return otherwise;
        }
    }

    /** Returns true if that address of this host is one that a process of the other host reaches. */
    boolean reaches(String address, HostIdentity other) {
        return !address.startsWith("127.") || network.equals(other.network);
    }
}
