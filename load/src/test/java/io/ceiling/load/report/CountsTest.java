package io.ceiling.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {

    private static final long MAX = 1_000_000_000_000L;

    private static Arbitrary<long[]> longs(int count) {
        return Arbitraries.longs().between(0, MAX).array(long[].class).ofSize(count);
    }

    /** Without texts, of which a sum keeps the ones of its left side. */
    private static Arbitrary<Failures> failures() {
        return Arbitraries.maps(
                        Arbitraries.of(FailureCause.class), Arbitraries.longs().between(1, MAX))
                .map(counts -> new Failures(counts, Map.of()));
    }

    private static Arbitrary<AgeRange> ages() {
        return longs(2).map(ages -> new AgeRange(Math.min(ages[0], ages[1]), Math.max(ages[0], ages[1])))
                .edgeCases(edges -> edges.add(AgeRange.NONE));
    }

    @Provide
    Arbitrary<Counts> counts() {
        return Combinators.combine(
                        longs(8).map(c -> new ConnectionCounts(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7])),
                        failures(),
                        ages(),
                        longs(4).map(c -> new ExchangeCounts(c[0], c[1], c[2], c[3])),
                        longs(5).map(c -> new ByteCounts(c[0], c[1], c[2], c[3], c[4])),
                        longs(5).map(c -> new ChannelCounts(c[0], c[1], c[2], c[3], c[4])),
                        longs(4).map(c -> new PublishCounts(c[0], c[1], c[2], c[3])))
                .as(Counts::new);
    }

    @Provide
    Arbitrary<AgentProcess> processes() {
        Arbitrary<Usage> usage = longs(2).map(u -> Usage.of(Math.min(u[0], u[1]), Math.max(u[0], u[1])));
        return Combinators.combine(
                        longs(4),
                        usage,
                        usage,
                        Arbitraries.longs().between(0, MAX).injectNull(0.1))
                .as((times, heap, descriptors, rss) -> new AgentProcess(
                        times[0], times[1], heap, descriptors, rss, times[2], times[3], LoopTimes.NONE));
    }

    @Property
    void countsAddUpInAnyOrder(@ForAll("counts") Counts a, @ForAll("counts") Counts b, @ForAll("counts") Counts c) {
        assertThat(a.plus(b)).isEqualTo(b.plus(a));
        assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
        assertThat(a.plus(Counts.NONE)).isEqualTo(a);
        assertThat(Counts.NONE.plus(a)).isEqualTo(a);
    }

    @Property
    void whatWasAddedSinceIsTheDifference(@ForAll("counts") Counts before, @ForAll("counts") Counts more) {
        Counts since = before.plus(more).since(before);

        // A range of ages has no difference.
        assertThat(since.closedAges()).isEqualTo(before.closedAges().plus(more.closedAges()));
        assertThat(since)
                .usingRecursiveComparison()
                .ignoringFields("closedAges")
                .isEqualTo(more);
        assertThat(before.since(before).connections()).isEqualTo(ConnectionCounts.NONE);
        assertThat(before.since(before).failures()).isEqualTo(Failures.NONE);
    }

    @Property
    void processesAddUpInAnyOrder(
            @ForAll("processes") AgentProcess a,
            @ForAll("processes") AgentProcess b,
            @ForAll("processes") AgentProcess c) {
        assertThat(a.plus(b)).isEqualTo(b.plus(a));
        assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
        assertThat(a.plus(AgentProcess.NONE)).isEqualTo(a);
        assertThat(AgentProcess.NONE.plus(a)).isEqualTo(a);
        assertThat(a.plus(b).since(a).cpuNanos()).isEqualTo(b.cpuNanos());
        assertThat(a.plus(b).since(a).gcNanos()).isEqualTo(b.gcNanos());
    }

    @Test
    void theFirstTextOfACauseStays() {
        Failures first = new Failures(Map.of(FailureCause.OTHER, 1L), Map.of(FailureCause.OTHER, "one"));
        Failures second = new Failures(
                Map.of(FailureCause.OTHER, 2L, FailureCause.WRONG_ANSWER, 4L),
                Map.of(FailureCause.OTHER, "two", FailureCause.WRONG_ANSWER, "wrong"));

        Failures both = first.plus(second);

        assertThat(both.firstText(FailureCause.OTHER)).isEqualTo("one");
        assertThat(both.total()).isEqualTo(7);
        assertThat(both.since(first))
                .isEqualTo(new Failures(
                        Map.of(FailureCause.OTHER, 2L, FailureCause.WRONG_ANSWER, 4L),
                        Map.of(FailureCause.OTHER, "one", FailureCause.WRONG_ANSWER, "wrong")));
        assertThat(both.since(second)).isEqualTo(first);
        assertThat(Failures.byLabel(both.counts()).keySet()).containsExactly("other", "wrong-answer");
    }

    @Test
    void refusalsAreCountedByTheirKind() {
        Failures first = refused(FailureCause.UNEXPECTED_STATUS, "expected status 2xx, got: HTTP/1.1 429 Slow down", 4);
        Failures second = first.plus(refused(FailureCause.CLOSED_BEFORE_ANSWER, RefusalKind.FIN, 8))
                .plus(refused(FailureCause.UNEXPECTED_STATUS, "expected status 2xx, got: HTTP/1.0 429 No", 6));

        assertThat(second.refusals())
                .containsOnly(
                        Map.entry(RefusalKind.HTTP_429, new Refusal(2, 10, 6)),
                        Map.entry(RefusalKind.CLOSED, new Refusal(1, 8, 8)));
        assertThat(second.since(first).refusals())
                .containsOnly(
                        Map.entry(RefusalKind.HTTP_429, new Refusal(1, 6, 6)),
                        Map.entry(RefusalKind.CLOSED, new Refusal(1, 8, 8)));
    }

    private static Failures refused(FailureCause cause, String text, long nanos) {
        return new Failures(
                Map.of(cause, 1L), Map.of(), Map.of(RefusalKind.of(cause, text), new Refusal(1, nanos, nanos)));
    }

    @ParameterizedTest
    @CsvSource({
        "UNEXPECTED_STATUS, 'expected status 101, got: HTTP/1.1 503 Busy', HTTP_503",
        "UNEXPECTED_STATUS, 'expected status 2xx, got: HTTP/1.1 404 503 ways', HTTP_OTHER",
        "CONNECT_REFUSED, Connection refused, SYN_RESET",
        "CLOSED_BEFORE_ANSWER, Connection reset by peer, RESET",
        "CLOSED_WHILE_HELD, the server closed the connection, HELD_CLOSED",
        "CLOSED_WHILE_HELD, Connection reset by peer, HELD_RESET",
        "ANSWER_TIMEOUT, no answer within 1 ms, ",
    })
    void theKindOfARefusalFollowsFromCauseAndText(FailureCause cause, String text, @Nullable RefusalKind kind) {
        assertThat(RefusalKind.of(cause, text)).isEqualTo(kind);
    }

    @Test
    void usageThatCannotBeToldIsNone() {
        assertThat(Usage.of(-1, 100)).isEqualTo(Usage.NONE);
        assertThat(Usage.of(10, -1)).isEqualTo(new Usage(10, 0, 0));
        assertThat(Usage.of(10, 100).plus(Usage.of(30, 100))).isEqualTo(new Usage(40, 200, 0.3));
    }
}
