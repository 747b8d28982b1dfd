package io.ceiling.harness.observe;

import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.TcpTable;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.TargetSockets;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Counts the connections of this host to one port in the kernel's socket table, /proc/net/tcp and tcp6.
 *
 * <p>The kernel writes a line for each socket of the network namespace, so that a reading takes a microsecond for each,
 * and the time of a walk through its hash table besides. Thread-safe.
 */
public final class TargetSocketsProbe {

    private static final int MAX_PORT = 65_535;

    private final Path proc;
    private final int port;
    private final String address;

    /**
     * Creates a probe of the connections to a port.
     *
     * @param address address to which connections go
     */
    public TargetSocketsProbe(InetAddress address, int port) {
        this(Path.of("/proc"), address, port);
    }

    public TargetSocketsProbe(Path proc, InetAddress address, int port) {
        this.proc = proc;
        this.port = port;
        this.address = TcpTable.withoutMapping(ListeningSockets.hex(address));
    }

    /** Returns the counts of this moment. Blocks while the kernel writes its table. */
    public TargetSockets reading() {
        return readings(this).get(0);
    }

    /** Returns the counts of several ports of this moment, in their order, with one walk through the table. */
    public static List<TargetSockets> readings(TargetSocketsProbe... probes) {
        List<SocketCounts> counts =
                Stream.generate(SocketCounts::new).limit(probes.length).toList();
        boolean seen = TcpTable.read(probes[0].proc, TcpTable.FILES, row -> {
            for (int i = 0; i < probes.length; i++) {
                probes[i].add(row, counts.get(i));
            }
            return true;
        });
        return counts.stream()
                .map(count -> seen ? count.sockets() : TargetSockets.NOT_SEEN)
                .toList();
    }

    private void add(TcpTable.SocketRow row, SocketCounts count) {
        if (row.localPort() == port) {
            count.ofServer(row);
        } else if (row.remotePort() == port && row.remoteAddress().equals(address)) {
            count.ofClient(row);
        }
    }

    private static final class SocketCounts {
        private boolean listens;
        private long accepted;
        private long waiting;
        private long unread;
        private long connecting;
        private long open;
        private final Map<String, BitSet> ports = new HashMap<>();

        private void ofServer(TcpTable.SocketRow row) {
            if (row.state() == TcpTable.LISTEN) {
                listens = true;
                return;
            }
            port(row.remoteAddress(), row.remotePort());
            if (!row.isConnected()) {
                return;
            }
            if (row.inode() == 0) {
                waiting++;
            } else {
                accepted++;
                unread += row.received() > 0 ? 1 : 0;
            }
        }

        private void ofClient(TcpTable.SocketRow row) {
            port(row.localAddress(), row.localPort());
            int state = row.state();
            if (state == TcpTable.SYN_SENT) {
                connecting++;
            } else if (state != TcpTable.TIME_WAIT && state != TcpTable.CLOSE) {
                open++;
            }
        }

        // Notes a client's port; both ends of a connection on this host have the same one.
        private void port(String address, int number) {
            if (number > 0 && number <= MAX_PORT) {
                ports.computeIfAbsent(address, a -> new BitSet()).set(number);
            }
        }

        private TargetSockets sockets() {
            long most =
                    ports.values().stream().mapToLong(BitSet::cardinality).max().orElse(0);
            return new TargetSockets(
                    listens
                            ? new TargetSockets.ServerSockets(
                                    Observation.of(accepted), Observation.of(waiting), Observation.of(unread))
                            : TargetSockets.ServerSockets.NOT_SEEN,
                    new TargetSockets.ClientSockets(
                            Observation.of(connecting), Observation.of(open), Observation.of(most)));
        }
    }
}
