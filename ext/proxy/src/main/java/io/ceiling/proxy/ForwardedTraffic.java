package io.ceiling.proxy;

import io.ceiling.harness.observe.ToolConnectionsProbe;
import io.ceiling.harness.os.Command;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.PublishedPort;
import io.ceiling.harness.os.TcpTable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The connections that the process on a port has to other listeners of this host, and the bytes that it sends to them
 * and to other hosts. A proxy forwards its requests there.
 *
 * @param clients client ends of the connections to each other listener of this host, by the listener's address and port
 *     as the kernel writes them
 * @param openClients those of them that are established
 * @param sentBytes bytes that the process has sent over each open connection, by the same key and the inode: a sum
 *     would fall when a proxy closes an idle connection
 * @param sentToOtherHosts the same for addresses that are not of this host
 */
record ForwardedTraffic(
        Map<String, Set<String>> clients,
        Map<String, Set<String>> openClients,
        Map<String, Map<String, Long>> sentBytes,
        Map<String, Map<String, Long>> sentToOtherHosts) {

    private static final Path PROC = KnownProxies.PROC;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTEN = "0A";
    private static final String ESTABLISHED = "01";
    // A listener that gets more connections for one request also gets some from other clients.
    private static final int MAX_CONNECTIONS_PER_REQUEST = 3;

    private static final Pattern SENT = Pattern.compile("\\bbytes_sent:(\\d+)");
    private static final Pattern INODE_OF_SS = Pattern.compile("\\bino:(\\d+)");

    /** The process whose connections are counted. */
    public record ForwardingProcess(List<Long> processes, int port) {

        public ForwardingProcess {
            processes = List.copyOf(processes);
        }

        /** Returns the program with its process, such as {@code ssh (pid 812)}. */
        String program() {
            long pid = processes.get(0);
            return "%s (pid %d)".formatted(new ProcessReader(pid).name(), pid);
        }
    }

    public ForwardedTraffic {
        clients = Map.copyOf(clients);
        openClients = Map.copyOf(openClients);
        sentBytes = Map.copyOf(sentBytes);
        sentToOtherHosts = Map.copyOf(sentToOtherHosts);
    }

    /**
     * Finds the process that listens on a port of this host. Empty if the process is not seen, is this process or only
     * forwards into a container, or if the host has too many sockets to keep a row of each.
     */
    public static Optional<ForwardingProcess> listening(InetAddress address, int port) {
        if (ToolConnectionsProbe.hostHasMany(PROC)) {
            return Optional.empty();
        }
        List<Long> processes = ProxyProcesses.listening(PROC, new ListeningSockets(PROC, address, port)).stream()
                .flatMap(found -> Stream.concat(Stream.of(found.master()), found.workers().stream()))
                .distinct()
                .toList();
        return processes.isEmpty()
                        || processes.contains(ProcessHandle.current().pid())
                        || PublishedPort.isProxy(PROC, processes.get(0))
                ? Optional.empty()
                : Optional.of(new ForwardingProcess(processes, port));
    }

    /** Returns the state of this moment. Blocks for the command ss. */
    public static ForwardedTraffic now(ForwardingProcess process) {
        List<String[]> rows = TcpTable.FILES.stream()
                .flatMap(file -> ProcFiles.lines(PROC.resolve(file)).stream())
                .map(ProcFiles::words)
                .filter(row -> row.length > INODE)
                .toList();
        List<String> ss = Command.output(PATIENCE, "ss", "-tineHO", "state", "established");
        return of(rows, ss, inodes(process), process.port());
    }

    private static Set<String> inodes(ForwardingProcess process) {
        return process.processes().stream()
                .flatMap(pid -> ProcFiles.sockets(PROC.resolve(Long.toString(pid))).stream())
                .map(link -> link.substring("socket:[".length(), link.length() - 1))
                .collect(Collectors.toSet());
    }

    /**
     * Computes the traffic from rows of the kernel's socket table and lines of ss.
     *
     * @param processInodes inodes of the sockets of the process
     * @param port port on which it listens
     */
    static ForwardedTraffic of(List<String[]> rows, List<String> ss, Set<String> processInodes, int port) {
        String ours = "%04X".formatted(port);
        Set<String> listening = rows.stream()
                .filter(row -> row[STATE].equals(LISTEN))
                .map(row -> portOf(row[LOCAL]))
                .filter(other -> !other.equals(ours))
                .collect(Collectors.toSet());
        // Of a connection within this host both ends are in the table.
        Set<String> here = rows.stream().map(row -> hostOf(row[LOCAL])).collect(Collectors.toSet());
        Map<String, Set<String>> clients = new HashMap<>();
        Map<String, Set<String>> open = new HashMap<>();
        Map<String, String> keys = new HashMap<>();
        Map<String, String> others = new HashMap<>();
        for (String[] row : rows) {
            if (row[STATE].equals(LISTEN)
                    || portOf(row[LOCAL]).equals(ours)
                    || portOf(row[REMOTE]).equals(ours)) {
                continue;
            }
            // Of a closed connection, only the end that closed first is still in the table.
            if (!here.contains(hostOf(row[REMOTE]))) {
                others.put(row[INODE], end(row[REMOTE]));
            } else if (listening.contains(portOf(row[REMOTE]))) {
                clients.computeIfAbsent(end(row[REMOTE]), server -> new HashSet<>())
                        .add(end(row[LOCAL]));
                if (row[STATE].equals(ESTABLISHED)) {
                    open.computeIfAbsent(end(row[REMOTE]), server -> new HashSet<>())
                            .add(end(row[LOCAL]));
                }
                keys.put(row[INODE], end(row[REMOTE]));
            } else if (listening.contains(portOf(row[LOCAL]))) {
                clients.computeIfAbsent(end(row[LOCAL]), server -> new HashSet<>())
                        .add(end(row[REMOTE]));
            }
        }
        return new ForwardedTraffic(clients, open, sent(ss, processInodes, keys), sent(ss, processInodes, others));
    }

    private static Map<String, Map<String, Long>> sent(
            List<String> ss, Set<String> processInodes, Map<String, String> keys) {
        Map<String, Map<String, Long>> sent = new HashMap<>();
        for (String line : ss) {
            Matcher inode = INODE_OF_SS.matcher(line);
            Matcher bytes = SENT.matcher(line);
            if (inode.find()
                    && bytes.find()
                    && processInodes.contains(inode.group(1))
                    && keys.containsKey(inode.group(1))) {
                sent.computeIfAbsent(keys.getOrDefault(inode.group(1), ""), to -> new HashMap<>())
                        .put(inode.group(1), ProcFiles.number(bytes.group(1)));
            }
        }
        return sent;
    }

    /**
     * Returns the listeners to which one request seems to have been forwarded: they have a few more connections, or a
     * kept connection has ended with the answer.
     */
    public List<InetSocketAddress> connectedSince(ForwardedTraffic before) {
        return connectedSince(before, MAX_CONNECTIONS_PER_REQUEST);
    }

    public List<InetSocketAddress> anyConnectedSince(ForwardedTraffic before) {
        return connectedSince(before, Integer.MAX_VALUE);
    }

    private List<InetSocketAddress> connectedSince(ForwardedTraffic before, int max) {
        return addresses(clients.keySet().stream().filter(server -> {
            long fresh = clients.getOrDefault(server, Set.of()).stream()
                    .filter(end ->
                            !before.clients.getOrDefault(server, Set.of()).contains(end))
                    .count();
            long ended = before.openClients.getOrDefault(server, Set.of()).stream()
                    .filter(end -> !openClients.getOrDefault(server, Set.of()).contains(end))
                    .count();
            return fresh + ended >= 1 && fresh + ended <= max;
        }));
    }

    /**
     * Returns the listeners to which the process has forwarded a request over a connection that is still open.
     *
     * @param bytes fewest bytes of the request
     */
    public List<InetSocketAddress> sentSince(ForwardedTraffic before, int bytes) {
        return addressesWithMore(sentBytes, before.sentBytes, bytes);
    }

    /**
     * Returns the addresses of other hosts to which the process has forwarded something.
     *
     * @param bytes fewest bytes
     */
    public List<InetSocketAddress> sentElsewhereSince(ForwardedTraffic before, int bytes) {
        return addressesWithMore(sentToOtherHosts, before.sentToOtherHosts, bytes);
    }

    private static List<InetSocketAddress> addressesWithMore(
            Map<String, Map<String, Long>> now, Map<String, Map<String, Long>> before, int bytes) {
        return addresses(now.keySet().stream().filter(to -> {
            Map<String, Long> earlier = before.getOrDefault(to, Map.of());
            return now.getOrDefault(to, Map.of()).entrySet().stream()
                            .mapToLong(one -> one.getValue() - earlier.getOrDefault(one.getKey(), 0L))
                            .sum()
                    >= bytes;
        }));
    }

    private static List<InetSocketAddress> addresses(Stream<String> servers) {
        return servers.sorted()
                .map(ForwardedTraffic::address)
                .flatMap(Optional::stream)
                .toList();
    }

    private static String end(String text) {
        int colon = text.indexOf(':');
        return TcpTable.withoutMapping(text.substring(0, colon)) + text.substring(colon);
    }

    // Returns the address of an end; empty for the heading of the table.
    private static String hostOf(String end) {
        return TcpTable.withoutMapping(end.substring(0, Math.max(0, end.indexOf(':'))));
    }

    private static String portOf(String end) {
        return end.substring(end.indexOf(':') + 1);
    }

    /** Returns the address and port of an end as the kernel writes it; empty for anything else. */
    static Optional<InetSocketAddress> address(String end) {
        OptionalInt port = port(portOf(end));
        return port.isEmpty()
                ? Optional.empty()
                : TcpTable.address(end.substring(0, end.indexOf(':')))
                        .map(address -> new InetSocketAddress(address, port.getAsInt()));
    }

    private static OptionalInt port(String hex) {
        try {
            return OptionalInt.of(Integer.parseInt(hex, 16));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
