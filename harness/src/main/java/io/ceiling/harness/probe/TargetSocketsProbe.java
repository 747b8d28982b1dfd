package io.ceiling.harness.probe;

import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.TargetSockets;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Counts the connections of this host to one port in the kernel's socket table, /proc/net/tcp and tcp6.
 *
 * <p>The kernel writes a line for each socket of the network namespace, so that a reading takes a microsecond for each,
 * and the time of a walk through its hash table besides. Thread-safe.
 */
public final class TargetSocketsProbe {

    private static final List<String> FILES = List.of("net/tcp", "net/tcp6");
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int INODE = 9;
    private static final String LISTEN = "0A";
    private static final String SYN_SENT = "02";
    private static final String TIME_WAIT = "06";
    private static final String CLOSE = "07";
    /** ESTABLISHED and CLOSE_WAIT: states in which a server may still have something to read. */
    private static final Set<String> CONNECTED = Set.of("01", "08");
    /** A connection that no process has accepted belongs to no file. */
    private static final String NOT_ACCEPTED = "0";

    private static final int MOST_PORT = 65_535;

    private final Path proc;
    private final String port;
    private final Set<String> addresses;

    /**
     * Creates a probe of the connections to a port.
     *
     * @param address address to which connections go
     */
    public TargetSocketsProbe(InetAddress address, int port) {
        this(Path.of("/proc"), address, port);
    }

    TargetSocketsProbe(Path proc, InetAddress address, int port) {
        this.proc = proc;
        this.port = String.format(Locale.ROOT, ":%04X", port);
        this.addresses = ListeningSockets.forms(address);
    }

    /** Returns the counts of this moment. Blocks while the kernel writes its table. */
    public TargetSockets reading() {
        Count count = new Count();
        boolean seen = false;
        for (String file : FILES) {
            try (BufferedReader rows = Files.newBufferedReader(proc.resolve(file), StandardCharsets.ISO_8859_1)) {
                String heading = rows.readLine();
                seen |= heading != null;
                for (String row = rows.readLine(); row != null; row = rows.readLine()) {
                    // Most rows of a busy host are about other ports: they are not divided into words.
                    if (row.contains(port)) {
                        add(count, ProcFiles.words(row));
                    }
                }
            } catch (IOException | RuntimeException e) {
                // Without /proc, or without IPv6, there is no such table.
            }
        }
        return seen ? count.sockets() : TargetSockets.NOT_SEEN;
    }

    private void add(Count count, String[] row) {
        if (row.length <= INODE) {
            return;
        }
        if (row[LOCAL].endsWith(port)) {
            ofServer(count, row);
        } else if (row[REMOTE].endsWith(port) && addresses.contains(address(row[REMOTE]))) {
            ofClient(count, row);
        }
    }

    private static void ofServer(Count count, String[] row) {
        if (row[STATE].equals(LISTEN)) {
            count.listens = true;
            return;
        }
        count.port(row[REMOTE]);
        if (!CONNECTED.contains(row[STATE])) {
            return;
        }
        if (row[INODE].equals(NOT_ACCEPTED)) {
            count.waiting++;
        } else {
            count.accepted++;
            count.unread += ListeningSockets.received(row[QUEUES]) > 0 ? 1 : 0;
        }
    }

    private static void ofClient(Count count, String[] row) {
        count.port(row[LOCAL]);
        if (row[STATE].equals(SYN_SENT)) {
            count.connecting++;
        } else if (!row[STATE].equals(TIME_WAIT) && !row[STATE].equals(CLOSE)) {
            count.open++;
        }
    }

    private static String address(String end) {
        return end.substring(0, end.indexOf(':'));
    }

    private static final class Count {
        private boolean listens;
        private long accepted;
        private long waiting;
        private long unread;
        private long connecting;
        private long open;
        private final Map<String, BitSet> ports = new HashMap<>();

        /** Notes a client's port; both ends of a connection on this host have the same one. */
        private void port(String end) {
            int colon = end.indexOf(':');
            try {
                int number = Integer.parseInt(end.substring(colon + 1), 16);
                if (number > 0 && number <= MOST_PORT) {
                    ports.computeIfAbsent(ListeningSockets.withoutMapping(end.substring(0, colon)), a -> new BitSet())
                            .set(number);
                }
            } catch (NumberFormatException e) {
                // No line of the kernel's.
            }
        }

        private TargetSockets sockets() {
            long most =
                    ports.values().stream().mapToLong(BitSet::cardinality).max().orElse(0);
            return new TargetSockets(
                    listens
                            ? new TargetSockets.Server(Seen.of(accepted), Seen.of(waiting), Seen.of(unread))
                            : TargetSockets.Server.NOT_SEEN,
                    new TargetSockets.Client(Seen.of(connecting), Seen.of(open), Seen.of(most)));
        }
    }
}
