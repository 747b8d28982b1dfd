package io.ceiling.harness.observe;

import io.ceiling.harness.os.Command;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.TcpTable;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.law.Outbound;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Counts the open connections of a server's processes to others, by the kernel's socket tables and the command ss. It
 * needs no cooperation of the server, so it works with any.
 */
final class OutboundProbe {

    private static final Path PROC = Path.of("/proc");
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern COUNTER =
            Pattern.compile("\\b(ino|lastsnd|lastrcv|data_segs_out|data_segs_in):(\\d+)");

    private static final long TICK_MILLIS = 4;

    // An exhausted pool reuses a connection within this time; a connection that rests longer is idle.
    private static final long LATELY_MILLIS = 2_000;

    private OutboundProbe() {}

    // A connection that belongs to one of the processes.
    private record OpenConnection(long inode, int localPort, String local, String remote) {}

    /** Returns the connections of this moment. Blocks while the kernel writes its tables; nothing is seen of a host with very many. */
    static Outbound reading(List<Long> pids) {
        if (pids.isEmpty() || ToolConnectionsProbe.hostHasMany(PROC)) {
            return Outbound.NOT_SEEN;
        }
        Map<Long, Long> owners = new HashMap<>();
        for (long pid : pids) {
            for (String link : ProcFiles.sockets(PROC.resolve(Long.toString(pid)))) {
                owners.put(ProcFiles.number(link.substring("socket:[".length(), link.length() - 1)), pid);
            }
        }
        Path namespace = PROC.resolve(Long.toString(pids.get(0)));
        Map<Long, Boolean> awaiting = awaiting(ss(pids.get(0), "-tineHO", "state", "established"));
        Map<Long, String> paths = paths(ss(pids.get(0), "-xHO", "state", "connected"));
        return of(connections(namespace, owners), awaiting, paths, owners.keySet());
    }

    private static List<String> ss(long pid, String... options) {
        List<String> command = new ArrayList<>();
        if (!ProcFiles.sharesNamespace(PROC, pid, "net", true)) {
            command.addAll(List.of("nsenter", "-t", Long.toString(pid), "-n"));
        }
        command.add("ss");
        command.addAll(List.of(options));
        return Command.output(PATIENCE, command.toArray(String[]::new));
    }

    private static List<OpenConnection> connections(Path namespace, Map<Long, Long> owners) {
        Set<OpenConnection> found = new HashSet<>();
        Set<Integer> listening = new HashSet<>();
        boolean ignored = TcpTable.read(namespace, TcpTable.FILES, row -> {
            if (row.state() == TcpTable.LISTEN) {
                listening.add(row.localPort());
            } else if (row.state() == TcpTable.ESTABLISHED && owners.containsKey(row.inode())) {
                TcpTable.address(row.remoteAddress())
                        .ifPresent(address -> found.add(new OpenConnection(
                                row.inode(),
                                row.localPort(),
                                TcpTable.address(row.localAddress())
                                        .map(local -> TcpTable.end(local, row.localPort()))
                                        .orElse(""),
                                TcpTable.end(address, row.remotePort()))));
            }
            return true;
        });
        // A connection whose local port has a listener came from outside, or from another process of the server.
        Map<Boolean, List<OpenConnection>> accepted = found.stream()
                .collect(Collectors.partitioningBy(connection -> listening.contains(connection.localPort())));
        List<OpenConnection> opened = accepted.getOrDefault(false, List.of());
        Map<String, OpenConnection> byLocal =
                opened.stream().collect(Collectors.toMap(OpenConnection::local, one -> one, (one, other) -> one));
        // A router that hands requests to workers of the same server has no upstream: only other processes of the
        // server connect to these ports.
        Map<String, Boolean> internal = accepted.getOrDefault(true, List.of()).stream()
                .collect(Collectors.toMap(
                        OpenConnection::local,
                        server -> Optional.ofNullable(byLocal.get(server.remote()))
                                .filter(client -> !owner(client, owners).equals(owner(server, owners)))
                                .isPresent(),
                        Boolean::logicalAnd));
        return opened.stream()
                .filter(connection -> !internal.getOrDefault(connection.remote(), false))
                .toList();
    }

    private static Long owner(OpenConnection connection, Map<Long, Long> owners) {
        return owners.getOrDefault(connection.inode(), 0L);
    }

    private static Outbound of(
            List<OpenConnection> tcp, Map<Long, Boolean> awaiting, Map<Long, String> paths, Set<Long> own) {
        Map<String, Outbound.Connections> remotes = new HashMap<>();
        for (OpenConnection connection : tcp) {
            Optional<Boolean> waits = Optional.ofNullable(awaiting.get(connection.inode()));
            add(
                    remotes,
                    connection.remote(),
                    waits.map(one -> Observation.of(one ? 1 : 0)).orElse(Observation.NOT_SEEN));
        }
        own.stream()
                .flatMap(inode -> Optional.ofNullable(paths.get(inode)).stream())
                .forEach(path -> add(remotes, path, Observation.NOT_SEEN));
        return new Outbound(remotes);
    }

    private static void add(Map<String, Outbound.Connections> remotes, String remote, Observation awaiting) {
        remotes.merge(
                remote,
                new Outbound.Connections(1, awaiting),
                (all, one) -> new Outbound.Connections(
                        all.open() + one.open(), all.awaiting().plus(one.awaiting())));
    }

    /**
     * Returns for each connection of TCP, by the number of its socket, whether the last data went out and nothing has
     * come back since. The kernel counts these times in ticks of up to 4 ms, and an exhausted pool reuses a
     * connection at once. Within one tick the segments decide: a connection that awaits an answer has sent more than
     * it received.
     *
     * @param ss lines of ss for connections of TCP, each in one line
     */
    static Map<Long, Boolean> awaiting(List<String> ss) {
        Map<Long, Boolean> awaiting = new HashMap<>();
        for (String line : ss) {
            Map<String, Long> counters = new HashMap<>();
            Matcher counter = COUNTER.matcher(line);
            while (counter.find()) {
                counters.put(counter.group(1), ProcFiles.number(counter.group(2)));
            }
            long sent = counters.getOrDefault("data_segs_out", 0L);
            boolean more = sent > counters.getOrDefault("data_segs_in", 0L);
            boolean lately = counters.getOrDefault("lastsnd", 0L) <= LATELY_MILLIS;
            long later = counters.getOrDefault("lastrcv", 0L) - counters.getOrDefault("lastsnd", 0L);
            if (counters.containsKey("ino")) {
                awaiting.put(
                        counters.getOrDefault("ino", 0L),
                        sent > 0 && (later > TICK_MILLIS || (later >= -TICK_MILLIS && more && lately)));
            }
        }
        return awaiting;
    }

    /**
     * Returns the paths of Unix sockets to which others are connected, by the number of the socket of the client.
     *
     * @param ss lines of ss for Unix sockets, whose last four words are path and number of both ends
     */
    static Map<Long, String> paths(List<String> ss) {
        Map<Long, String> paths = new HashMap<>();
        for (String line : ss) {
            String[] words = ProcFiles.words(line);
            int last = words.length - 1;
            if (last >= 3 && !words[last - 3].equals("*")) {
                paths.put(ProcFiles.number(words[last]), words[last - 3]);
            }
        }
        return paths;
    }
}
