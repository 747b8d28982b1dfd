package io.ceiling.harness.probe;

import io.ceiling.harness.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The process of an external server, or the reason why it cannot be seen.
 *
 * @param pid process id; empty if it cannot be seen
 * @param notSeen reason for the user; empty if it is seen
 */
record ServingProcess(OptionalLong pid, Optional<String> notSeen) {

    static ServingProcess seen(long pid) {
        return new ServingProcess(OptionalLong.of(pid), Optional.empty());
    }

    /**
     * Returns the process that the user named. A process with a network namespace of its own, as in a container, cannot
     * be seen to listen here.
     *
     * @throws IOException if another process listens on the port; the message is one line
     */
    static ServingProcess given(Path proc, long pid, Target target, ListeningSockets sockets) throws IOException {
        List<Long> others = sockets.processes();
        if (others.contains(pid)
                || others.stream().allMatch(other -> isDockerProxy(proc, other))
                || !sharesOurNetwork(proc, pid)) {
            return seen(pid);
        }
        throw new IOException("--pid must be of a process that listens on port %d, %d does not; %s"
                .formatted(
                        target.endpoint().port(),
                        pid,
                        others.stream().map(String::valueOf).collect(Collectors.joining(" and ", "", " does"))));
    }

    /**
     * Returns true if the process is in the same network namespace. A JMX agent listens on loopback only, and each
     * namespace has a loopback of its own.
     */
    static boolean sharesOurNetwork(Path proc, long pid) {
        try {
            return Files.readSymbolicLink(proc.resolve(Long.toString(pid)).resolve("ns/net"))
                    .equals(Files.readSymbolicLink(proc.resolve("self/ns/net")));
        } catch (IOException e) {
            return true;
        }
    }

    /** Finds the single process that listens on the server's port. */
    static ServingProcess find(Path proc, Target target, ListeningSockets sockets) {
        if (!target.onThisHost()) {
            return unseen("it is not on this host");
        }
        List<Long> found = sockets.processes();
        if (found.isEmpty()) {
            return unseen(
                    sockets.isListening()
                            ? "it belongs to another user, or to a container that this one does not see; its user, or root of the host, would see it"
                            : "no process that can be seen listens on port %d here"
                                    .formatted(target.endpoint().port()));
        }
        // There is one docker-proxy for each address family in which the port is published.
        if (found.stream().allMatch(pid -> isDockerProxy(proc, pid))) {
            return unseen(
                    "docker-proxy listens on port %d; name the server's process with --pid; docker inspect -f '{{.State.Pid}}' prints it"
                            .formatted(target.endpoint().port()));
        }
        return found.size() == 1
                ? seen(found.get(0))
                : unseen("%s listen on port %d; --pid says which"
                        .formatted(found, target.endpoint().port()));
    }

    private static ServingProcess unseen(String why) {
        return new ServingProcess(OptionalLong.empty(), Optional.of("its process (%s)".formatted(why)));
    }

    /** Returns true for a docker-proxy, whose descriptors and threads say nothing about the server in the container. */
    private static boolean isDockerProxy(Path proc, long pid) {
        return ProcFiles.text(proc.resolve(Long.toString(pid)).resolve("comm")).equals("docker-proxy");
    }
}
