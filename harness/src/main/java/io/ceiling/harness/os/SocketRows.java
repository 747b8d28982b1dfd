package io.ceiling.harness.os;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading.ListenQueue;
import io.ceiling.harness.reading.TargetSockets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sockets of one port in the text of {@code ss -tiaenH}: a row for each, and a row with its counters below it. A pure
 * function of that text.
 *
 * @param sockets how many there are in each state
 * @param queue queue of the port; not seen if nobody listens here
 * @param clients counters of each open connection of a client of this host, by its own end
 */
public record SocketRows(TargetSockets sockets, ListenQueue queue, Map<String, Segments> clients) {

    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final int LOCAL = 3;
    private static final int REMOTE = 4;
    private static final String ESTABLISHED = "ESTAB";
    // States in which a server may still have something to read.
    private static final Set<String> CONNECTED = Set.of(ESTABLISHED, "CLOSE-WAIT");

    private static final String NOT_ACCEPTED = "ino:0";
    private static final String SEGMENTS_OUT = " data_segs_out:";
    private static final String SEGMENTS_IN = " data_segs_in:";

    /**
     * The segments with data of one connection, as its client counts them.
     *
     * @param sent segments that the client sent
     * @param received segments that it received
     */
    record Segments(long sent, long received) {}

    /** Returns the sockets at both ends of that port. */
    public static SocketRows parse(List<String> lines, int port) {
        Reading reading = new Reading(":" + port);
        lines.stream().filter(line -> !line.isBlank()).forEach(reading::add);
        return reading.rows();
    }

    private static final class Reading {
        private final String port;
        private boolean listens;
        private long queued;
        private long backlog;
        private long accepted;
        private long waiting;
        private long unread;
        private long connecting;
        private long open;
        private String client = "";
        private final Map<String, Segments> clients = new HashMap<>();
        private final Map<String, BitSet> ports = new HashMap<>();

        private Reading(String port) {
            this.port = port;
        }

        private void add(String line) {
            if (Character.isWhitespace(line.charAt(0))) {
                if (!client.isEmpty()) {
                    clients.put(client, new Segments(number(line, SEGMENTS_OUT), number(line, SEGMENTS_IN)));
                }
                client = "";
                return;
            }
            client = "";
            String[] words = ProcFiles.words(line);
            if (words.length <= REMOTE) {
                return;
            }
            if (words[LOCAL].endsWith(port)) {
                ofServer(words);
            } else if (words[REMOTE].endsWith(port)) {
                ofClient(words);
            }
        }

        private void ofServer(String[] words) {
            if (words[0].equals("LISTEN")) {
                listens = true;
                queued += Math.max(0, ProcFiles.number(words[RECEIVED]));
                backlog += Math.max(0, ProcFiles.number(words[SENT]));
                return;
            }
            port(words[REMOTE]);
            if (!CONNECTED.contains(words[0])) {
                return;
            }
            if (List.of(words).contains(NOT_ACCEPTED)) {
                waiting++;
            } else {
                accepted++;
                unread += ProcFiles.number(words[RECEIVED]) > 0 ? 1 : 0;
            }
        }

        private void ofClient(String[] words) {
            port(words[LOCAL]);
            if (words[0].equals("SYN-SENT")) {
                connecting++;
            } else if (!words[0].equals("TIME-WAIT") && !words[0].equals("UNCONN")) {
                open++;
                client = words[0].equals(ESTABLISHED) ? words[LOCAL] : "";
            }
        }

        // Returns the number after these words; 0 without them.
        private static long number(String line, String after) {
            int at = line.indexOf(after);
            int begin = at + after.length();
            int end = at < 0 ? -1 : line.indexOf(' ', begin);
            return at < 0 ? 0 : Math.max(0, ProcFiles.number(line.substring(begin, end < 0 ? line.length() : end)));
        }

        // Notes a client's port; both ends of a connection on this host have the same one.
        private void port(String end) {
            int colon = end.lastIndexOf(':');
            long number = ProcFiles.number(end.substring(colon + 1));
            if (number > 0 && number <= 65_535) {
                ports.computeIfAbsent(
                                end.substring(0, colon).replace("[::ffff:", "").replace("]", ""), a -> new BitSet())
                        .set((int) number);
            }
        }

        private SocketRows rows() {
            long most =
                    ports.values().stream().mapToLong(BitSet::cardinality).max().orElse(0);
            return new SocketRows(
                    new TargetSockets(
                            listens
                                    ? new TargetSockets.ServerSockets(
                                            Observation.of(accepted), Observation.of(waiting), Observation.of(unread))
                                    : TargetSockets.ServerSockets.NOT_SEEN,
                            new TargetSockets.ClientSockets(
                                    Observation.of(connecting), Observation.of(open), Observation.of(most))),
                    listens ? new ListenQueue(Observation.of(queued), Limit.of(backlog)) : ListenQueue.NOT_SEEN,
                    Map.copyOf(clients));
        }
    }
}
