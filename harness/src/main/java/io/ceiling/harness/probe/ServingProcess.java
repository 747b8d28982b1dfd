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
 * The process that serves a target, or why it is not seen.
 *
 * @param notSeen in words for the user; empty if it is seen
 */
record ServingProcess(OptionalLong pid, Optional<String> notSeen) {

    static ServingProcess seen(long pid) {
        return new ServingProcess(OptionalLong.of(pid), Optional.empty());
    }

    /**
     * The one that the user says. A process with a network of its own, as in a container, cannot be seen to listen here.
     *
     * @throws IOException with one line if another process serves the port
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

    /** The port of a JVM's management agent is open on loopback alone, and each network has a loopback of its own. */
    static boolean sharesOurNetwork(Path proc, long pid) {
        try {
            return Files.readSymbolicLink(proc.resolve(Long.toString(pid)).resolve("ns/net"))
                    .equals(Files.readSymbolicLink(proc.resolve("self/ns/net")));
        } catch (IOException e) {
            return true;
        }
    }

    /** The one process that listens on the target's port. */
    static ServingProcess find(Path proc, Target target, ListeningSockets sockets) {
        if (!target.onThisHost()) {
            return unseen("it is not on this host");
        }
        List<Long> found = sockets.processes();
        if (found.isEmpty()) {
            return unseen(
                    sockets.isListening()
                            ? "it belongs to another user, or to a container that this one does not see; its user, or root of the host, would see it"
                            : "nobody is seen to listen on port %d here"
                                    .formatted(target.endpoint().port()));
        }
        // One for each family of addresses where the port is published in both.
        if (found.stream().allMatch(pid -> isDockerProxy(proc, pid))) {
            return unseen(
                    "docker-proxy listens on port %d; --pid says which it is, docker inspect -f '{{.State.Pid}}' tells it"
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

    /** Its descriptors and threads say nothing of the server in the container. */
    private static boolean isDockerProxy(Path proc, long pid) {
        return ProcFiles.text(proc.resolve(Long.toString(pid)).resolve("comm")).equals("docker-proxy");
    }
}
