package io.ceiling.harness.os;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds the processes that listen on a port of this host, from /proc/net/tcp and the descriptors of all processes.
 *
 * <p>Thread-safe. Only the user of a process and root can see its descriptors.
 */
public final class ListeningSockets {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Path proc;
    // Folder of the tables of the network namespace.
    private final Path net;

    private final int port;
    private final Set<String> addresses;
    private final List<String> ofQueues;
    // Table in which connections to the port were found last.
    private volatile String richest = TcpTable.IPV4;

    /**
     * Creates a search for the sockets of one port.
     *
     * @param address address to which connections go
     */
    public ListeningSockets(Path proc, InetAddress address, int port) {
        this(proc, proc, address, port, TcpTable.FILES);
    }

    /**
     * Creates a search for the sockets of one port in the network namespace of a process.
     *
     * @param address address of that namespace
     */
    static ListeningSockets inNetworkOf(Path proc, long pid, InetAddress address, int port) {
        return new ListeningSockets(proc, proc.resolve(Long.toString(pid)), address, port, TcpTable.FILES);
    }

    /**
     * Creates a search for the sockets of a port of a server that listens already. If a socket of IPv4 listens, the
     * queue is read only from the IPv4 table: to list few or no rows of IPv6, the kernel walks through every
     * connection of the host.
     */
    public static ListeningSockets ofRunning(Path proc, InetAddress address, int port) {
        ListeningSockets ofIpv4 = new ListeningSockets(proc, proc, address, port, List.of(TcpTable.IPV4));
        return ofIpv4.waiting().isSeen() ? ofIpv4 : new ListeningSockets(proc, address, port);
    }

    private ListeningSockets(Path proc, Path net, InetAddress address, int port, List<String> ofQueues) {
        this.ofQueues = ofQueues;
        this.proc = proc;
        this.net = net;
        this.port = port;
        this.addresses = Set.copyOf(List.of("0".repeat(8), "0".repeat(32), hex(address)));
    }

    /**
     * Returns an address as the kernel writes it: words of 32 bits in the byte order of the host, which is assumed to
     * be little-endian.
     */
    public static String hex(InetAddress address) {
        byte[] bytes = address.getAddress();
        StringBuilder hex = new StringBuilder();
        for (int word = 0; word < bytes.length; word += 4) {
            for (int i = 3; i >= 0; i--) {
                hex.append(String.format(Locale.ROOT, "%02X", bytes[word + i]));
            }
        }
        return hex.toString();
    }

    /** Returns the processes that have the listening socket among their descriptors, as far as these can be seen. */
    public List<Long> processes() {
        Set<String> sockets = new HashSet<>();
        listening(TcpTable.FILES, row -> sockets.add("socket:[" + row.inode() + "]"));
        Set<Long> found = new TreeSet<>();
        if (!sockets.isEmpty()) {
            try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
                for (Path process : processes) {
                    if (has(process, sockets)) {
                        found.add(Long.valueOf(process.getFileName().toString()));
                    }
                }
            } catch (IOException e) {
                // Without /proc no process is found.
            }
        }
        return new ArrayList<>(found);
    }

    public int port() {
        return port;
    }

    /** Returns true if a process listens on the port, even if the process cannot be seen. */
    public boolean isListening() {
        return longestQueue(TcpTable.FILES) >= 0;
    }

    /**
     * Returns the number of connections that wait to be accepted, of the listening socket with the most; not seen if
     * none is seen.
     */
    public Observation waiting() {
        return Observation.ofNegativeNotSeen(longestQueue(ofQueues));
    }

    private long longestQueue(List<String> files) {
        long[] most = {ProcFiles.UNSEEN};
        listening(files, row -> most[0] = Math.max(most[0], row.received()));
        return most[0];
    }

    // Passes on the listening sockets of the port. The kernel lists all of them first: the rest of a long table is
    // not read.
    private void listening(List<String> files, Consumer<TcpTable.SocketRow> each) {
        boolean ignored = TcpTable.read(net, files, row -> {
            boolean listens = row.state() == TcpTable.LISTEN;
            if (listens && row.localPort() == port && addresses.contains(row.localAddress())) {
                each.accept(row);
            }
            return listens;
        });
    }

    /**
     * Returns the length of the port's listen queue, which no file in /proc has; not seen without the command ss, or in
     * another network namespace.
     * Blocks for two seconds at most.
     */
    public Limit backlog() {
        return !net.equals(proc)
                ? Limit.NOT_SEEN
                : backlog(Command.output(PATIENCE, "ss", "-ltn", "sport = :" + port()));
    }

    /** Returns the smallest Send-Q of the listening sockets in these lines of ss. */
    public static Limit backlog(List<String> lines) {
        return lines.stream()
                // Lines of Unix sockets begin with the kind of socket.
                .map(line -> ProcFiles.words(line.startsWith("u_") ? line.substring(line.indexOf(' ') + 1) : line))
                .filter(words -> words.length > 2 && words[0].equals("LISTEN"))
                .map(words -> ProcFiles.number(words[2]))
                .filter(length -> length >= 0)
                .min(Long::compare)
                .map(Limit::of)
                .orElse(Limit.NOT_SEEN);
    }

    /** Returns the connections to the port that the server has not closed, including those that wait to be accepted. */
    public long connections() {
        long[] count = new long[1];
        connections(row -> count[0] += row.isConnected() ? 1 : 0);
        return count[0];
    }

    /**
     * Returns true if the server has not closed so many connections to the port. Reads no more rows than necessary:
     * of a server with a million connections one row suffices, and without connections the tables are short.
     */
    public boolean hasConnections(long least) {
        long[] count = new long[1];
        for (String file : List.of(richest, richest.equals(TcpTable.IPV4) ? TcpTable.IPV6 : TcpTable.IPV4)) {
            long before = count[0];
            boolean ignored = TcpTable.read(net, List.of(file), row -> {
                count[0] += isConnection(row) && row.isConnected() ? 1 : 0;
                return count[0] < least;
            });
            if (count[0] >= least) {
                // The kernel passes over every socket of the other family for a table with few rows.
                richest = count[0] > before ? file : richest;
                return true;
            }
        }
        return false;
    }

    private boolean isConnection(TcpTable.SocketRow row) {
        return row.localPort() == port && row.state() != TcpTable.LISTEN;
    }

    /** Passes on the rows of connections to the port, the listening socket itself left out. */
    public void connections(Consumer<TcpTable.SocketRow> each) {
        boolean ignored = TcpTable.read(net, TcpTable.FILES, row -> {
            if (isConnection(row)) {
                each.accept(row);
            }
            return true;
        });
    }

    private static boolean has(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (sockets.contains(ProcFiles.link(descriptor))) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException e) {
            // The process belongs to another user, or has ended.
        }
        return false;
    }
}
