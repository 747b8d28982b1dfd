package io.ceiling.harness.os;

import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads the kernel's tables of TCP sockets, /proc/net/tcp and tcp6, row by row.
 *
 * <p>A host may have a million sockets, and tables are read while it is measured: rows are not kept, and skipped rows
 * leave no garbage. The kernel takes about a microsecond to write a row. Thread-safe.
 */
public final class TcpTable {

    static final String IPV4 = "net/tcp";
    static final String IPV6 = "net/tcp6";
    public static final List<String> FILES = List.of(IPV4, IPV6);

    public static final int ESTABLISHED = 1;
    public static final int SYN_SENT = 2;
    public static final int TIME_WAIT = 6;
    public static final int CLOSE = 7;
    static final int CLOSE_WAIT = 8;
    public static final int LISTEN = 10;

    private static final int BUFFER_BYTES = 1 << 16;

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int TIMER = 5;
    private static final int INODE = 9;

    // An address of IPv4 as one of IPv6.
    private static final String MAPPED = "0000000000000000FFFF0000";

    private TcpTable() {}

    /** Receives the rows of a table. */
    public interface RowHandler {

        /**
         * Receives a row, which is valid during this call.
         *
         * @return false to leave the rest of the table unread
         */
        boolean accept(SocketRow row);
    }

    /**
     * Reads tables; one that is not there, as without IPv6, has no rows.
     *
     * @param folder folder of a network namespace: /proc, or that of a process below it
     * @param files names of tables
     * @return true if one of them is there
     */
    public static boolean read(Path folder, List<String> files, RowHandler each) {
        boolean there = false;
        SocketRow row = new SocketRow();
        for (String file : files) {
            try (InputStream in = Files.newInputStream(folder.resolve(file))) {
                there |= read(in, row, each);
            } catch (IOException e) {
                // Without /proc, or without IPv6, there is no such table.
            }
        }
        return there;
    }

    private static boolean read(InputStream in, SocketRow row, RowHandler each) throws IOException {
        byte[] bytes = row.bytes;
        boolean heading = true;
        int length = 0;
        for (int read = in.read(bytes, 0, bytes.length);
                read > 0;
                read = in.read(bytes, length, bytes.length - length)) {
            int from = 0;
            int end = length + read;
            for (int i = length; i < end; i++) {
                if (bytes[i] == '\n') {
                    if (!heading) {
                        row.begin(from, i);
                        if (!each.accept(row)) {
                            return true;
                        }
                    }
                    heading = false;
                    from = i + 1;
                }
            }
            // A line that fills the buffer is not from the kernel, and reading ends there.
            System.arraycopy(bytes, from, bytes, 0, end - from);
            length = end - from;
        }
        return !heading;
    }

    /** Returns an IPv4-mapped IPv6 address as IPv4; any other address unchanged. */
    public static String withoutMapping(String hex) {
        return hex.startsWith(MAPPED) ? hex.substring(MAPPED.length()) : hex;
    }

    /** Returns an address that the kernel wrote as words of 32 bits in the byte order of the host, which is little-endian; empty for anything else. */
    public static Optional<InetAddress> address(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        try {
            for (int i = 0; i < bytes.length; i++) {
                int at = i / 4 * 4 + 3 - i % 4;
                bytes[i] = (byte) Integer.parseInt(hex.substring(2 * at, 2 * at + 2), 16);
            }
            return Optional.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException | NumberFormatException | StringIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** Returns an address with its port in words, one of IPv6 in brackets. */
    public static String end(InetAddress address, int port) {
        return (address instanceof Inet6Address ? "[%s]:%d" : "%s:%d").formatted(address.getHostAddress(), port);
    }

    /** A row of a table. */
    public static final class SocketRow {

        private static final int KNOWN = 256;

        private final byte[] bytes = new byte[BUFFER_BYTES];
        private final int[] starts = new int[INODE + 1];
        private final int[] ends = new int[INODE + 1];
        private int found;
        private int next;
        private int end;
        // Addresses that were read before, by their hash.
        private final String[] known = new String[KNOWN];

        private SocketRow() {
            Arrays.fill(known, "");
        }

        private void begin(int from, int to) {
            next = from;
            end = to;
            found = 0;
        }

        // Finds a word and all before it: most rows are skipped after the first few words.
        private int find(int word) {
            while (found <= word) {
                while (next < end && bytes[next] == ' ') {
                    next++;
                }
                starts[found] = next;
                while (next < end && bytes[next] != ' ') {
                    next++;
                }
                ends[found++] = next;
            }
            return word;
        }

        public int state() {
            return (int) hexadecimal(starts[find(STATE)], ends[STATE]);
        }

        /** Returns true in the states in which a server may still have something to read. */
        public boolean isConnected() {
            int state = state();
            return state == ESTABLISHED || state == CLOSE_WAIT;
        }

        public int localPort() {
            return (int) hexadecimal(colon(LOCAL) + 1, ends[LOCAL]);
        }

        public int remotePort() {
            return (int) hexadecimal(colon(REMOTE) + 1, ends[REMOTE]);
        }

        /** Returns the address as the kernel writes it, one of IPv4 never as one of IPv6. */
        public String localAddress() {
            return address(LOCAL);
        }

        /** Returns the address of the other end, in the same form. */
        public String remoteAddress() {
            return address(REMOTE);
        }

        /** Returns the bytes that wait to be sent or acknowledged. */
        public long unsent() {
            return hexadecimal(starts[find(QUEUES)], colon(QUEUES));
        }

        /** Returns the bytes that wait to be read; of a listening socket the connections that wait to be accepted. */
        public long received() {
            return hexadecimal(colon(QUEUES) + 1, ends[QUEUES]);
        }

        /** Returns true if the kernel asks from time to time whether the peer, whose window is closed, reads again. */
        public boolean probesClosedWindow() {
            return hexadecimal(starts[find(TIMER)], colon(TIMER)) == 4;
        }

        /** Returns the number of the socket; 0 for a connection that no process has accepted, which belongs to no file. */
        public long inode() {
            return number(starts[find(INODE)], ends[INODE], 10);
        }

        private int colon(int word) {
            int at = starts[find(word)];
            while (at < ends[word] && bytes[at] != ':') {
                at++;
            }
            return at;
        }

        private long hexadecimal(int from, int to) {
            return number(from, to, 16);
        }

        // Returns the number of these digits; -1 for anything else.
        private long number(int from, int to, int radix) {
            long number = 0;
            for (int i = from; i < to; i++) {
                int digit = Character.digit(bytes[i], radix);
                if (digit < 0 || number > Long.MAX_VALUE >> 5) {
                    return ProcFiles.UNSEEN;
                }
                number = number * radix + digit;
            }
            return from < to ? number : ProcFiles.UNSEEN;
        }

        private String address(int word) {
            int to = colon(word);
            int from = starts[word];
            if (begins(from, to)) {
                from += MAPPED.length();
            }
            int hash = 0;
            for (int i = from; i < to; i++) {
                hash = 31 * hash + bytes[i];
            }
            int place = (hash ^ hash >>> 16) & KNOWN - 1;
            if (!isAt(known[place], from, to)) {
                known[place] = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
            }
            return known[place];
        }

        private boolean begins(int from, int to) {
            return to - from > MAPPED.length() && isAt(MAPPED, from, from + MAPPED.length());
        }

        private boolean isAt(String text, int from, int to) {
            boolean same = text.length() == to - from;
            for (int i = 0; same && i < text.length(); i++) {
                same = text.charAt(i) == (bytes[from + i] & 0xff);
            }
            return same;
        }
    }
}
