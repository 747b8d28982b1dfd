package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.SegmentCount.SegmentRange;
import io.ceiling.harness.os.SocketRows.Segments;
import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Connections of which each has asked and was answered some times. */
class SegmentCountTest {

    private final SegmentCount count = new SegmentCount();

    /**
     * Returns connections that have sent so many requests.
     *
     * @param waiting how many of them have no answer to the last one
     * @param request segments of a request
     * @param answer segments of an answer
     */
    private static Map<String, Segments> connections(int all, int waiting, int requests, int request, int answer) {
        Map<String, Segments> connections = new HashMap<>();
        for (int i = 0; i < all; i++) {
            int answers = i < waiting ? requests - 1 : requests;
            connections.put(
                    "127.0.0.1:" + (40_000 + i), new Segments((long) requests * request, (long) answers * answer));
        }
        return connections;
    }

    private Exchanges after(int waiting, int requests, int request, int answer) {
        return count.countExchanges(connections(10, waiting, requests, request, answer));
    }

    /** Returns the reading of ten connections, some of which have sent and received so much, and the others that. */
    private Exchanges after(int some, Segments ofSome, Segments ofOthers) {
        Map<String, Segments> connections = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            connections.put("127.0.0.1:" + (40_000 + i), i < some ? ofSome : ofOthers);
        }
        return count.countExchanges(connections);
    }

    @Test
    void aConnectionWaitsUntilAsManySegmentsCameAsAnAnswerHas() {
        assertThat(after(10, 1, 1, 2)).isEqualTo(new Exchanges(Observation.of(10), Observation.of(0)));
        assertThat(after(10, 4, 1, 2).outstanding()).isEqualTo(Observation.of(10));
        assertThat(after(3, 6, 1, 2)).isEqualTo(new Exchanges(Observation.of(3), Observation.of(57)));
        assertThat(after(0, 8, 1, 2)).isEqualTo(new Exchanges(Observation.of(0), Observation.of(80)));
    }

    @Test
    void requestsMayHaveMoreSegmentsThanTheirAnswers() {
        after(10, 1, 3, 1);
        after(10, 5, 3, 1);

        assertThat(after(4, 9, 3, 1)).isEqualTo(new Exchanges(Observation.of(4), Observation.of(86)));
    }

    /** A head and a body are two segments, and the body of the first answers may come later. */
    @Test
    void halfAnAnswerIsNone() {
        assertThat(after(4, new Segments(1, 1), new Segments(1, 0)).answered().orElse(0))
                .isLessThanOrEqualTo(4);
        assertThat(after(4, new Segments(2, 3), new Segments(1, 0)))
                .isEqualTo(new Exchanges(Observation.of(10), Observation.of(4)));
        assertThat(after(4, new Segments(3, 4), new Segments(2, 2)))
                .isEqualTo(new Exchanges(Observation.of(10), Observation.of(14)));
    }

    /** They may have two answers of one segment, or one of two. */
    @Test
    void whoWaitsIsNotSeenWhileBothMayBe() {
        assertThat(after(10, new Segments(2, 2), new Segments(1, 0)))
                .isEqualTo(new Exchanges(Observation.NOT_SEEN, Observation.of(10)));
        assertThat(after(10, new Segments(3, 3), new Segments(1, 0)))
                .isEqualTo(new Exchanges(Observation.of(0), Observation.of(30)));
    }

    @Test
    void answersOfDifferentLengthDoNotShowWhoWaits() {
        after(0, 1, 2, 3);

        assertThat(after(0, 30, 2, 3).outstanding().isSeen()).isFalse();
    }

    @Test
    void answersOfDifferentLengthAreCountedByTheRequestsThatFollowThem() {
        assertThat(after(5, new Segments(41, 61), new Segments(41, 95)))
                .isEqualTo(new Exchanges(Observation.NOT_SEEN, Observation.of(400)));
    }

    @Property(tries = 300)
    void countsWithinOneAnswerOfEachConnection(
            @ForAll @IntRange(min = 1, max = 4) int answer,
            @ForAll @IntRange(min = 0, max = 10) int waiting,
            @ForAll @IntRange(min = 1, max = 40) int requests) {
        SegmentCount fresh = new SegmentCount();
        Exchanges seen = fresh.countExchanges(connections(10, waiting, requests, 1, answer));
        long answered = 10L * requests - waiting;

        assertThat(seen.answered().orElse(-1)).isBetween(answered - 10, answered);
        if (requests > answer + 1) {
            assertThat(seen).isEqualTo(new Exchanges(Observation.of(waiting), Observation.of(answered)));
        }
    }

    /** Returns the answer by its definition: each bound of a connection is tried with all of them. */
    private static SegmentRange tried(List<Segments> asked) {
        TreeSet<Long> sizes = new TreeSet<>();
        asked.forEach(one -> sizes.addAll(List.of(least(one), most(one))));
        sizes.remove(Long.MAX_VALUE);
        Map<Long, Long> agreeing = new TreeMap<>();
        for (long size : sizes) {
            agreeing.put(
                    size,
                    asked.stream()
                            .filter(one -> least(one) <= size && size <= most(one))
                            .count());
        }
        long most = Collections.max(agreeing.values());
        if (most < Math.ceil(0.9 * asked.size())) {
            return new SegmentRange(1, 0);
        }
        List<Long> best = sizes.stream()
                .filter(size -> agreeing.getOrDefault(size, 0L) == most)
                .toList();
        boolean open = asked.stream().allMatch(one -> one.sent() == 1);
        return new SegmentRange(best.get(0), best.get(best.size() - 1) + (open ? 1 : 0));
    }

    private static long least(Segments one) {
        return (one.received() + one.sent() - 1) / one.sent();
    }

    private static long most(Segments one) {
        return one.sent() == 1 ? Long.MAX_VALUE : one.received() / (one.sent() - 1);
    }

    @Property(tries = 1000)
    void anAnswerHasTheSegmentsThatMostConnectionsAllow(
            @ForAll @Size(min = 1, max = 24) List<@IntRange(min = 1, max = 6) Integer> sent,
            @ForAll @IntRange(min = 1, max = 5) int segments,
            @ForAll @IntRange(max = 3) int others,
            @ForAll @IntRange(min = 1, max = 60) int ofOthers) {
        List<Segments> asked = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            long received = i < others ? ofOthers : Math.max(1, (long) sent.get(i) * segments - i % (segments + 1));
            asked.add(new Segments(sent.get(i), received));
        }

        assertThat(count.answer(asked)).isEqualTo(tried(asked));
    }

    /** Each of them has bounds of its own, which are not held against all others one by one. */
    @Test
    void oneSizeIsFoundAmongManyConnections() {
        Map<String, Segments> connections = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            connections.put("127.0.0.1:" + i, new Segments(2, 200_000 + i));
        }

        assertThat(count.countExchanges(connections))
                .isEqualTo(new Exchanges(Observation.of(100_000), Observation.of(100_000)));
    }

    @Test
    void answersAreNotSeenWhereConnectionsComeAndGo() {
        count.countExchanges(Map.of("127.0.0.1:1", new Segments(1, 0), "127.0.0.1:2", new Segments(1, 0)));

        Exchanges others =
                count.countExchanges(Map.of("127.0.0.1:3", new Segments(1, 0), "127.0.0.1:4", new Segments(1, 0)));

        assertThat(others).isEqualTo(new Exchanges(Observation.of(2), Observation.NOT_SEEN));
    }
}
