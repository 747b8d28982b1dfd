package io.ceiling.harness.os;

import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The processes of an external server, or the reason why they cannot be seen.
 *
 * @param roots processes from which all others of the server descend, the one with its settings first; empty if they cannot
 *     be seen
 * @param sockets the sockets of its port, in the network namespace in which it listens
 * @param notSeen reason for the user; empty if they are seen
 */
public record ServingProcess(List<Long> roots, ListeningSockets sockets, Optional<String> notSeen) {

    public ServingProcess {
        roots = List.copyOf(roots);
    }

    /** Returns the process with the settings of the server; empty if it cannot be seen. */
    public OptionalLong pid() {
        return roots.isEmpty() ? OptionalLong.empty() : OptionalLong.of(roots.get(0));
    }

    /**
     * Returns the server of a process that the user named: the one that listens, or a worker or the master of it. A process with
     * a network namespace of its own, as in a container, cannot be seen to listen here.
     *
     * @throws IOException if another process listens on the port; the message is one line
     */
    public static ServingProcess given(Path proc, long pid, Target target, ListeningSockets sockets)
            throws IOException {
        List<Long> listeners = sockets.processes();
        ServerTree tree = ServerTree.read(proc);
        List<Long> roots = listeners.contains(pid) && !tree.has(pid) ? List.of(pid) : tree.rootsOf(pid, listeners);
        if (!roots.isEmpty()) {
            return new ServingProcess(roots, sockets, Optional.empty());
        }
        boolean published =
                listeners.isEmpty() || PublishedPort.forwarder(proc, listeners).isPresent();
        if (!published && sharesOurNetwork(proc, pid)) {
            throw new IOException("--pid must be of a process that listens on port %d, %d does not; %s"
                    .formatted(
                            target.endpoint().port(),
                            pid,
                            listeners.stream().map(String::valueOf).collect(Collectors.joining(" and ", "", " does"))));
        }
        return inContainer(proc, listeners)
                .filter(found -> tree.withDescendants(found.roots()).contains(pid))
                .orElse(new ServingProcess(List.of(pid), sockets, Optional.empty()));
    }

    /**
     * Returns true if the process is in the same network namespace. A JMX agent listens on loopback only, and each
     * namespace has a loopback of its own.
     */
    public static boolean sharesOurNetwork(Path proc, long pid) {
        return ProcFiles.sharesNamespace(proc, pid, "net", true);
    }

    /** Finds the processes of the server that listens on the port. */
    public static ServingProcess find(Path proc, Target target, ListeningSockets sockets) {
        if (!target.onThisHost()) {
            return unseen(sockets, "it is not on this host");
        }
        List<Long> found = sockets.processes();
        if (found.isEmpty()) {
            return unseen(
                    sockets,
                    sockets.isListening()
                            ? "it belongs to another user, or to a container that this one does not see; its user, or"
                                    + " root of the host, would see it"
                            : "no process that can be seen listens on port %d here"
                                    .formatted(target.endpoint().port()));
        }
        if (PublishedPort.forwarder(proc, found).isPresent()) {
            return inContainer(proc, found)
                    .orElseGet(() -> unseen(
                            sockets,
                            "docker-proxy listens on port %d; name the server's process with --pid; docker inspect -f '{{.State.Pid}}' prints it"
                                    .formatted(target.endpoint().port())));
        }
        ServerTree tree = ServerTree.read(proc);
        List<Long> roots = tree.roots(found);
        return roots.size() == 1 || tree.isOneProgram(roots)
                ? new ServingProcess(roots, sockets, Optional.empty())
                : unseen(
                        sockets,
                        "%s listen on port %d; --pid says which"
                                .formatted(found, target.endpoint().port()));
    }

    // Returns the server in the container to which these docker-proxies pass connections; empty if it is not seen.
    private static Optional<ServingProcess> inContainer(Path proc, List<Long> proxies) {
        return proxies.stream()
                .flatMap(proxy -> PublishedPort.of(proc, proxy).stream())
                .flatMap(published -> inContainer(proc, published).stream())
                .findFirst();
    }

    private static Optional<ServingProcess> inContainer(Path proc, PublishedPort published) {
        return published
                .sockets(proc)
                .map(sockets -> ServerTree.read(proc).roots(sockets.processes()))
                .filter(roots -> !roots.isEmpty())
                // The namespace may have been found through a health check, which ends at any moment.
                .map(roots -> new ServingProcess(roots, published.in(proc, roots.get(0)), Optional.empty()));
    }

    private static ServingProcess unseen(ListeningSockets sockets, String why) {
        return new ServingProcess(List.of(), sockets, Optional.of("its process (%s)".formatted(why)));
    }
}
