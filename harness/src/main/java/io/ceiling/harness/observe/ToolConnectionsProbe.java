package io.ceiling.harness.observe;

import io.ceiling.harness.os.Command;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.SegmentCount;
import io.ceiling.harness.os.SocketRows;
import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.ServerReading.ListenQueue;
import io.ceiling.harness.reading.TargetSockets;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads the connections of a load tool to one port, and how many requests are outstanding on them.
 *
 * <p>Notes. The kernel gives {@code ss} the sockets of that port alone, with their counters, in about a tenth of the time that it
 * takes to write /proc/net/tcp. Where that program is missing, and on a host with more than 200 000 sockets, these are read there,
 * and requests are not seen. Not thread-safe; a reading blocks for some milliseconds.
 */
public final class ToolConnectionsProbe {

    private static final Path PROC = Path.of("/proc");
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    // Sockets of the host up to which ss is read: each takes about a kibibyte of this process for the moment.
    private static final long MAX_SOCKETS = 200_000;

    private final String filter;
    private final int port;
    private final boolean tls;
    private final TargetSocketsProbe fallback;
    private final SegmentCount segments = new SegmentCount();

    /**
     * Creates a probe of the connections to a port.
     *
     * @param address address to which connections go
     * @param tls true if they are encrypted: their handshakes have segments too, so that requests are not seen
     */
    public ToolConnectionsProbe(InetAddress address, int port, boolean tls) {
        String host = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
        this.filter = "( dst %s and dport = :%d ) or sport = :%d".formatted(host, port, port);
        this.port = port;
        this.tls = tls;
        this.fallback = new TargetSocketsProbe(address, port);
    }

    /**
     * The connections at one moment.
     *
     * @param sockets the connections
     * @param queue queue of the port; empty if it was not read with them
     * @param exchanges requests on them
     */
    public record ToolConnections(TargetSockets sockets, Optional<ListenQueue> queue, Exchanges exchanges) {}

    /** Returns true if this host has so many sockets that a list of them takes much of the memory of this process. */
    public static boolean hostHasMany(Path proc) {
        List<String> sockets = ProcFiles.lines(proc.resolve("net/sockstat"));
        long six = ProcFiles.numberAfter(ProcFiles.lines(proc.resolve("net/sockstat6")), "TCP6:", "inuse");
        // Sockets in TIME_WAIT are not in use, but are listed in the tables.
        return Math.max(0, ProcFiles.numberAfter(sockets, "TCP:", "inuse"))
                        + Math.max(0, ProcFiles.numberAfter(sockets, "TCP:", "tw"))
                        + Math.max(0, six)
                > MAX_SOCKETS;
    }

    public ToolConnections reading() {
        Optional<List<String>> lines =
                hostHasMany(PROC) ? Optional.empty() : Command.outputIfSuccessful(PATIENCE, "ss", "-tiaenH", filter);
        if (lines.isEmpty()) {
            return new ToolConnections(fallback.reading(), Optional.empty(), Exchanges.NOT_SEEN);
        }
        SocketRows rows = SocketRows.parse(lines.get(), port);
        // The clients of a tool on another host are not seen.
        boolean unseen = tls
                || (rows.clients().isEmpty()
                        && rows.sockets().server().accepted().isAtLeast(1));
        return new ToolConnections(
                rows.sockets(),
                Optional.of(rows.queue()),
                unseen ? Exchanges.NOT_SEEN : segments.countExchanges(rows.clients()));
    }
}
