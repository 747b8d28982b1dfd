package io.ceiling.it.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Reads from /proc over which sockets somebody could reach a process of this host. */
final class Listening {

    private static final int TCP_STATE = 3;
    private static final String TCP_LISTEN = "0A";
    private static final int INET_INODE = 9;
    private static final int UNIX_FLAGS = 3;
    private static final String UNIX_ACCEPTS = "00010000";
    private static final int UNIX_INODE = 6;

    private Listening() {}

    /** Returns the lines of the kernel about its TCP and Unix sockets that listen, and about all of its UDP sockets. */
    static List<String> of(ProcessHandle process) throws IOException {
        Path folder = Path.of("/proc", Long.toString(process.pid()));
        Set<String> own = inodes(folder.resolve("fd"));
        List<String> listening = new ArrayList<>();
        for (String protocol : List.of("tcp", "tcp6", "udp", "udp6", "unix")) {
            for (String line : lines(folder.resolve("net").resolve(protocol))) {
                String[] columns = line.trim().split("\\s+");
                boolean unix = protocol.equals("unix");
                int inode = unix ? UNIX_INODE : INET_INODE;
                if (columns.length > inode && own.contains(columns[inode]) && reachable(protocol, columns)) {
                    listening.add(protocol + ": " + line.trim());
                }
            }
        }
        return listening;
    }

    /** Returns the TCP ports of such lines. */
    static List<Integer> tcpPorts(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("tcp"))
                .map(line -> line.split("\\s+")[2])
                .map(address -> Integer.parseInt(address.substring(address.indexOf(':') + 1), 16))
                .toList();
    }

    /** Returns true for the line of a socket that only processes of this host can reach. */
    static boolean isOnLoopback(String line) {
        return line.startsWith("unix: ") || line.matches("(tcp|udp)6?: .*?: (0{16}FFFF0{4})?0100007F:.*");
    }

    private static boolean reachable(String protocol, String[] columns) {
        return switch (protocol) {
            case "unix" -> columns[UNIX_FLAGS].equals(UNIX_ACCEPTS);
            case "tcp", "tcp6" -> columns[TCP_STATE].toUpperCase(Locale.ROOT).equals(TCP_LISTEN);
            default -> true;
        };
    }

    private static List<String> lines(Path file) throws IOException {
        // IPv6 may be switched off.
        return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
    }

    /** Links of sockets read {@code socket:[12345]}. */
    private static Set<String> inodes(Path descriptors) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> links = Files.list(descriptors)) {
            for (Path link : links.toList()) {
                try {
                    String to = Files.readSymbolicLink(link).toString();
                    if (to.startsWith("socket:[")) {
                        inodes.add(to.substring("socket:[".length(), to.length() - 1));
                    }
                } catch (NoSuchFileException e) {
                    // It was closed meanwhile.
                }
            }
        }
        return inodes;
    }
}
