package io.ceiling.harness.os;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The address and port of a container to which a docker-proxy passes connections, as its command line says.
 *
 * @param address address in the network namespace of the container
 */
public record PublishedPort(InetAddress address, int port) {

    private static final String NAME = "docker-proxy";

    /** Returns true for a docker-proxy, whose descriptors and threads say nothing about the server in the container. */
    public static boolean isProxy(Path proc, long pid) {
        return ProcFiles.firstLine(proc.resolve(Long.toString(pid)).resolve("comm"))
                .equals(NAME);
    }

    /**
     * Returns the docker-proxy to which these processes belong, in words; empty if one of them is something else. There is one
     * for each address family in which a port is published.
     *
     * @param listeners processes that listen on the port
     */
    public static Optional<String> forwarder(Path proc, List<Long> listeners) {
        return listeners.stream().allMatch(pid -> isProxy(proc, pid))
                ? listeners.stream().findFirst().map(pid -> "%s (pid %d)".formatted(NAME, pid))
                : Optional.empty();
    }

    /** Returns where a docker-proxy passes connections; empty if it does not say. */
    static Optional<PublishedPort> of(Path proc, long proxy) {
        List<String> arguments = ProcFiles.commandLine(proc.resolve(Long.toString(proxy)));
        String address = after(arguments, "-container-ip");
        long port = ProcFiles.number(after(arguments, "-container-port"));
        // Only literal addresses: a name would cause a look-up.
        if (!address.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*") || port < 1 || port > 65_535) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PublishedPort(InetAddress.getByName(address), (int) port));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String after(List<String> arguments, String option) {
        int at = arguments.indexOf(option);
        return at < 0 || at + 1 >= arguments.size() ? "" : arguments.get(at + 1);
    }

    /**
     * Returns the sockets of the port in the network namespace that has the address and in which a process listens there;
     * empty if none is seen, as for a user who is not root.
     */
    Optional<ListeningSockets> sockets(Path proc) {
        Set<String> looked = new HashSet<>();
        String ours = ProcFiles.link(proc.resolve("self/ns/net"));
        return ProcFiles.numberedEntries(proc).orElse(List.of()).stream()
                .filter(process -> {
                    String network = ProcFiles.link(process.resolve("ns/net"));
                    return !network.isEmpty() && !ours.isEmpty() && !network.equals(ours) && looked.add(network);
                })
                .filter(this::has)
                .map(process -> in(proc, ProcFiles.numberOf(process)))
                .filter(ListeningSockets::isListening)
                .findFirst();
    }

    /** Returns the sockets of the port in the network namespace of a process. */
    ListeningSockets in(Path proc, long process) {
        return ListeningSockets.inNetworkOf(proc, process, address, port);
    }

    // Returns true if the namespace has the address: several namespaces may have a listener on port 80.
    private boolean has(Path process) {
        boolean version4 = address.getAddress().length == 4;
        String text = version4 ? "-- " + address.getHostAddress() : hex();
        return ProcFiles.lines(process.resolve(version4 ? "net/fib_trie" : "net/if_inet6")).stream()
                .anyMatch(line -> version4 ? line.strip().endsWith(text) : line.startsWith(text));
    }

    private String hex() {
        StringBuilder hex = new StringBuilder();
        for (byte part : address.getAddress()) {
            hex.append(Character.forDigit((part >> 4) & 0xf, 16)).append(Character.forDigit(part & 0xf, 16));
        }
        return hex.toString();
    }
}
