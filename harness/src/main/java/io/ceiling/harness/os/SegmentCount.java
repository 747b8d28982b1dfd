package io.ceiling.harness.os;

import io.ceiling.harness.os.SocketRows.Segments;
import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.Observation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts requests and their answers by the segments with data that clients have sent and received, from reading to
 * reading. It reads nothing itself. Not thread-safe.
 *
 * <p>Notes. A connection sends its next request once the last one is answered. So all that it has sent before it received
 * anything is one request; and after n requests it has received between n - 1 and n answers. The latter bounds the segments of an
 * answer on each connection, from its second answer on to one number. The times at which a connection sent and received do not
 * say whether its last request is answered: a client without a pause sends the next one in the millisecond in which the
 * answer arrives. With pipelining, HTTP/2, or TLS, whose handshake has segments too, none of this holds.
 */
public final class SegmentCount {

    // Share of closed connections since the last reading above which others may have opened and closed unseen.
    private static final double FLEETING = 0.3;

    // Share of the answered connections that must agree on the segments of an answer.
    private static final double AGREE = 0.9;

    // Largest uncertainty of the number of waiting connections, as a share of all.
    private static final double CLEAR = 0.1;

    // Answers of the connections at the reading before.
    private Map<String, Long> before = Map.of();

    private long ofClosed;
    private long answered;
    private long request = 1;

    /**
     * Numbers of segments that an answer may have.
     *
     * @param least the fewest
     * @param most the most; 0 if connections do not agree on any
     */
    record SegmentRange(long least, long most) {}

    /** Returns the counts at a new reading of all open connections; also updates the state for the next reading. */
    public Exchanges countExchanges(Map<String, Segments> now) {
        for (Segments one : now.values()) {
            request = one.received() == 0 ? Math.max(request, one.sent()) : request;
        }
        List<Segments> asked = now.values().stream()
                .filter(one -> one.received() > 0 && one.sent() > 0)
                .toList();
        SegmentRange answer = answer(asked);
        long left =
                before.keySet().stream().filter(end -> !now.containsKey(end)).count();
        boolean fleeting = !before.isEmpty() && left > FLEETING * before.size();
        Map<String, Long> each = new HashMap<>();
        now.forEach((end, one) -> each.put(end, answers(one, answer)));
        before.forEach((end, answers) -> ofClosed += now.containsKey(end) ? 0 : answers);
        before = each;
        // The estimate of segments per answer may change, and the count must not fall.
        answered = Math.max(
                answered,
                ofClosed + each.values().stream().mapToLong(Long::longValue).sum());
        long most = waiting(now, answer.most());
        boolean clear =
                answer.most() > 0 && most - waiting(now, answer.least()) <= Math.max(1, (long) (CLEAR * now.size()));
        return new Exchanges(
                clear ? Observation.of(most) : Observation.NOT_SEEN,
                fleeting ? Observation.NOT_SEEN : Observation.of(answered));
    }

    /** Returns the numbers of segments per answer that fit most of these connections. */
    SegmentRange answer(List<Segments> asked) {
        // Sizes from which on more connections agree, or fewer. A connection without any size has both at the same.
        TreeMap<Long, Long> changes = new TreeMap<>();
        for (Segments one : asked) {
            changes.merge(least(one), 1L, Long::sum);
            if (most(one) < Long.MAX_VALUE) {
                changes.merge(Math.max(least(one), most(one) + 1), -1L, Long::sum);
            }
        }
        SegmentRange best = new SegmentRange(1, asked.isEmpty() ? 1 : 0);
        long agreeing = (long) Math.ceil(AGREE * asked.size());
        long agree = 0;
        for (Map.Entry<Long, Long> change : changes.entrySet()) {
            long size = change.getKey();
            agree += change.getValue();
            if (agree >= agreeing) {
                Long next = changes.higherKey(size);
                long last = next == null ? size : next - 1;
                best = new SegmentRange(agree > agreeing || best.most() == 0 ? size : best.least(), last);
                agreeing = agree;
            }
        }
        // Each connection has sent one request, and its answer may not be complete.
        boolean open =
                !asked.isEmpty() && best.most() > 0 && asked.stream().allMatch(one -> most(one) == Long.MAX_VALUE);
        return open ? new SegmentRange(best.least(), best.most() + 1) : best;
    }

    private long least(Segments one) {
        return (one.received() + requests(one) - 1) / requests(one);
    }

    private long most(Segments one) {
        return requests(one) == 1 ? Long.MAX_VALUE : one.received() / (requests(one) - 1);
    }

    private long requests(Segments one) {
        return (one.sent() + request - 1) / request;
    }

    private long answers(Segments one, SegmentRange answer) {
        return answer.most() > 0
                ? Math.min(requests(one), one.received() / answer.most())
                : Math.min(Math.max(0, requests(one) - 1), one.received());
    }

    private long waiting(Map<String, Segments> now, long answer) {
        return now.values().stream()
                .filter(one -> requests(one) * answer > one.received())
                .count();
    }
}
