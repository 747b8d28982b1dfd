package io.ceiling.harness.probe;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Seen;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the processes that listen on a port of this host, from /proc/net/tcp and the descriptors of all processes.
 *
 * <p>Thread-safe. Only the user of a process and root can see its descriptors.
 */
final class ListeningSockets {

    private static final String IPV4 = "net/tcp";
    private static final List<String> FILES = List.of(IPV4, "net/tcp6");
    private static final String LISTEN = "0A";
    private static final Set<String> CONNECTED = Set.of("01", "08");
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int INODE = 9;
    private static final String MAPPED = "0000000000000000FFFF0000";

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Path proc;
    /** Folder of the tables of the network namespace. */
    private final Path net;

    private final String port;
    private final Set<String> addresses;
    private final List<String> ofQueues;

    /**
     * Creates a search for the sockets of one port.
     *
     * @param address address to which connections go
     */
    ListeningSockets(Path proc, InetAddress address, int port) {
        this(proc, proc, address, port, FILES);
    }

    /**
     * Creates a search for the sockets of one port in the network namespace of a process.
     *
     * @param address address of that namespace
     */
    static ListeningSockets inNetworkOf(Path proc, long pid, InetAddress address, int port) {
        return new ListeningSockets(proc, proc.resolve(Long.toString(pid)), address, port, FILES);
    }

    /**
     * Creates a search for the sockets of a port of a server that listens already. If one of IPv4 listens, the queue is
     * read from its table alone: if the table of IPv6 has few rows or none, the kernel looks at every connection of the
     * host for them.
     */
    static ListeningSockets ofRunning(Path proc, InetAddress address, int port) {
        ListeningSockets ofIpv4 = new ListeningSockets(proc, proc, address, port, List.of(IPV4));
        return ofIpv4.waiting().isSeen() ? ofIpv4 : new ListeningSockets(proc, address, port);
    }

    private ListeningSockets(Path proc, Path net, InetAddress address, int port, List<String> ofQueues) {
        this.ofQueues = ofQueues;
        this.proc = proc;
        this.net = net;
        this.port = String.format(Locale.ROOT, "%04X", port);
        this.addresses = Stream.concat(Stream.of("0".repeat(8), "0".repeat(32)), forms(address).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns an address as the kernel writes it in its tables: one of IPv4 also as an address of IPv6. */
    static Set<String> forms(InetAddress address) {
        String hex = hex(address.getAddress());
        return hex.length() == 8 ? Set.of(hex, MAPPED + hex) : Set.of(hex);
    }

    /** Returns an address of IPv4 that is written as one of IPv6 in its own form; another address as it is. */
    static String withoutMapping(String hex) {
        return hex.startsWith(MAPPED) ? hex.substring(MAPPED.length()) : hex;
    }

    /**
     * Returns an address as the kernel writes it: words of 32 bits in the byte order of the host, which is assumed to
     * be little-endian.
     */
    private static String hex(byte[] address) {
        StringBuilder hex = new StringBuilder();
        for (int word = 0; word < address.length; word += 4) {
            for (int i = 3; i >= 0; i--) {
                hex.append(String.format(Locale.ROOT, "%02X", address[word + i]));
            }
        }
        return hex.toString();
    }

    /** Returns the processes that have the listening socket among their descriptors, as far as these can be seen. */
    List<Long> processes() {
        Set<String> sockets = rows().filter(row -> row[STATE].equals(LISTEN) && isOurs(row[LOCAL]))
                .map(row -> "socket:[" + row[INODE] + "]")
                .collect(Collectors.toSet());
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

    /** Returns the port. */
    int port() {
        return Integer.parseInt(port, 16);
    }

    /** Returns true if a process listens on the port, even if the process cannot be seen. */
    boolean isListening() {
        return rows().anyMatch(row -> row[STATE].equals(LISTEN) && isOurs(row[LOCAL]));
    }

    /**
     * Returns the number of connections that wait to be accepted, of the listening socket with the most; not seen if
     * none is seen. The kernel lists listening sockets first, so that the rest of a long table is not read.
     */
    Seen waiting() {
        long most = ProcFiles.UNSEEN;
        for (String file : ofQueues) {
            try (BufferedReader rows = Files.newBufferedReader(net.resolve(file), StandardCharsets.ISO_8859_1)) {
                String heading = rows.readLine();
                for (String row = rows.readLine(); heading != null && row != null; row = rows.readLine()) {
                    String[] words = ProcFiles.words(row);
                    if (words.length <= QUEUES || !words[STATE].equals(LISTEN)) {
                        break;
                    }
                    if (isOurs(words[LOCAL])) {
                        most = Math.max(most, received(words[QUEUES]));
                    }
                }
            } catch (IOException | RuntimeException e) {
                // Without /proc, or without IPv6, there is no such table.
            }
        }
        return Seen.ofNegativeNot(most);
    }

    /** Returns the second one of two hexadecimal numbers such as {@code 00000000:00000065}. */
    static long received(String queues) {
        try {
            return Long.parseLong(queues.substring(queues.indexOf(':') + 1), 16);
        } catch (NumberFormatException e) {
            return ProcFiles.UNSEEN;
        }
    }

    /**
     * Returns the length of the port's listen queue, which no file in /proc has; not seen without the command ss, or in
     * another network namespace.
     * Blocks for two seconds at most.
     */
    Limit backlog() {
        return !net.equals(proc)
                ? Limit.NOT_SEEN
                : backlog(Command.output(PATIENCE, "ss", "-ltn", "sport = :" + port()));
    }

    /** Returns the smallest Send-Q of the listening sockets in these lines of ss. */
    static Limit backlog(List<String> lines) {
        return lines.stream()
                .map(ProcFiles::words)
                .filter(words -> words.length > 2 && words[0].equals("LISTEN"))
                .map(words -> ProcFiles.number(words[2]))
                .filter(length -> length >= 0)
                .min(Long::compare)
                .map(Limit::of)
                .orElse(Limit.NOT_SEEN);
    }

    /** Returns the connections to the port that the server has not closed, including those that wait to be accepted. */
    long connections() {
        return rows().filter(row -> CONNECTED.contains(row[STATE]) && row[LOCAL].endsWith(":" + port))
                .count();
    }

    /** Returns the rows of connections to the port, the listening socket itself left out. */
    List<String[]> connectionRows() {
        return rows().filter(row -> !row[STATE].equals(LISTEN) && row[LOCAL].endsWith(":" + port))
                .toList();
    }

    private Stream<String[]> rows() {
        return FILES.stream()
                .flatMap(file -> ProcFiles.lines(net.resolve(file)).stream())
                .map(ProcFiles::words)
                .filter(words -> words.length > INODE);
    }

    private boolean isOurs(String local) {
        int colon = local.indexOf(':');
        return colon > 0 && local.substring(colon + 1).equals(port) && addresses.contains(local.substring(0, colon));
    }

    private static boolean has(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (isOneOf(descriptor, sockets)) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException e) {
            // The process belongs to another user, or has ended.
        }
        return false;
    }

    private static boolean isOneOf(Path descriptor, Set<String> sockets) {
        try {
            return sockets.contains(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            return false;
        }
    }
}
