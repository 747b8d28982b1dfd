package io.ceiling.harness.probe;

import io.ceiling.harness.model.Exchanges;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.probe.SocketRows.Segments;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts requests and their answers by the segments with data that clients have sent and received, from reading to
 * reading. It reads nothing itself. Not thread-safe.
 *
 * <p>Notes. A request and its answer take the same number of segments each time, mostly one each. The quotient of the two is
 * seen in what connections exchange between two readings, whether they wait for an answer or not. It says of each
 * connection whether its last request is answered. The times at which a connection sent and received do not: a client
 * without a pause sends its next request in the millisecond in which the answer arrives.
 */
final class SegmentCount {

    /** Share by which the quotient may differ from a whole number. */
    private static final double CLEAR = 0.1;

    /** Share of the connections that left since the reading before, from which on others came and went meanwhile. */
    private static final double FLEETING = 0.3;

    private Map<String, Segments> before = new HashMap<>();
    /** Segments that connections exchanged between two readings of them. */
    private long sent;

    private long received;
    /** The same with what they had exchanged before their first reading. */
    private long allSent;

    private long allReceived;

    /** Segments of a request and of its answer, as a quotient in lowest terms of which one is 1. */
    private record Sizes(long request, long answer, boolean clear) {}

    /** Returns the requests at a reading of all open connections, after those before. */
    Exchanges after(Map<String, Segments> now) {
        long left =
                before.keySet().stream().filter(end -> !now.containsKey(end)).count();
        boolean fleeting = !before.isEmpty() && left > FLEETING * before.size();
        now.forEach((end, segments) -> {
            Segments known = before.get(end);
            Segments more = known == null ? segments : segments.since(known);
            allSent += more.sent();
            allReceived += more.received();
            if (known != null) {
                sent += more.sent();
                received += more.received();
            }
        });
        before = new HashMap<>(now);
        Sizes sizes = sizes(now.size());
        long answered = Math.min(allSent / sizes.request(), allReceived / sizes.answer());
        long outstanding = now.values().stream()
                .filter(one -> one.sent() * sizes.answer() > one.received() * sizes.request())
                .count();
        return new Exchanges(sizes.clear() ? Seen.of(outstanding) : Seen.NOT, fleeting ? Seen.NOT : Seen.of(answered));
    }

    /** @param connections as many answers may be missing at one of two readings */
    private Sizes sizes(int connections) {
        if (sent == 0 || received == 0) {
            return new Sizes(1, 1, true);
        }
        long more = Math.max(sent, received);
        long fewer = Math.min(sent, received);
        long whole = Math.max(1, Math.round((double) more / fewer));
        boolean clear = Math.abs(more - whole * fewer) <= CLEAR * more + whole * connections;
        if (!clear) {
            return new Sizes(1, 1, false);
        }
        return received >= sent ? new Sizes(1, whole, true) : new Sizes(whole, 1, true);
    }
}
