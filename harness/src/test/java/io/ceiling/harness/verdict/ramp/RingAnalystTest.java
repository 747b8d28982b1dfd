package io.ceiling.harness.verdict.ramp;

import static io.ceiling.harness.verdict.EvidenceBuilder.evidence;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.EvidenceBuilder;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.verdict.EvidenceRows;
import io.ceiling.harness.verdict.FailedStep;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RingAnalystTest {

    private static final String STALLED =
            "{\"reached\":14,\"failure\":\"stalled: level 15 did not answer within 2 ms\"}";
    private static final String NO_DESCRIPTOR = "{\"reached\":14,\"failure\":\"" + EvidenceRows.EMFILE + "\"}";

    /** A server with that many threads, all of its levels' threads busy. */
    private static Fact pool(int served, int threads, String answer) {
        return e -> {
            e.recursion(served);
            e.target = served + 1;
            e.busy = served;
            e.poolThreads = threads;
            e.maxThreads = threads;
            e.answer = answer;
        };
    }

    private static List<Evidence> servers(Fact... facts) {
        return Stream.of(facts).map(EvidenceBuilder::evidence).toList();
    }

    private static Fact and(Fact first, Fact second) {
        return EvidenceRows.both(first, second);
    }

    @Test
    void blamesTheServerThatDidNotTakeTheCallForAStall() {
        // Level 14 is in the second, and level 15 waits in the third.
        Attribution attribution =
                RingAnalyst.analyse(servers(pool(5, 9, STALLED), pool(5, 9, STALLED), pool(4, 4, STALLED)), 14);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_THREADS);
        assertThat(attribution.evidence()).startsWith("server 3 of 3: 4 of 4 request threads busy");
    }

    @Test
    void blamesItAlsoWhereAllAreFull() {
        Attribution attribution =
                RingAnalyst.analyse(servers(pool(7, 7, STALLED), pool(7, 7, STALLED), pool(7, 7, STALLED)), 21);

        assertThat(attribution.evidence()).startsWith("server 1 of 3: ");
    }

    @Test
    void readsTheLogOfTheServerThatCouldNotAccept() {
        Attribution attribution = RingAnalyst.analyse(
                servers(
                        pool(5, 900, STALLED),
                        pool(5, 900, STALLED),
                        and(pool(4, 900, STALLED), e -> e.logs("Acceptor: " + EvidenceRows.EMFILE))),
                14);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(attribution.evidence()).startsWith("server 3 of 3: ").contains("log line 1: Acceptor");
    }

    @Test
    void believesWordsOfTheServerThatSaidThem() {
        Attribution attribution = RingAnalyst.analyse(
                servers(pool(5, 900, NO_DESCRIPTOR), pool(5, 900, NO_DESCRIPTOR), pool(4, 900, NO_DESCRIPTOR)), 14);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(attribution.evidence()).startsWith("server 2 of 3: ").contains("the answer says");
    }

    @Test
    void looksAtTheOthersWhereThoseTwoShowNothing() {
        Attribution attribution = RingAnalyst.analyse(
                servers(
                        and(pool(5, 900, STALLED), e -> e.logs(EvidenceRows.HEAP)),
                        pool(5, 900, STALLED),
                        pool(4, 900, STALLED)),
                14);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_HEAP);
        assertThat(attribution.evidence()).startsWith("server 1 of 3: ");
    }

    @Test
    void namesTheServerThatIsGoneAndDoesNotAskTheLiving() {
        Attribution attribution = RingAnalyst.analyse(
                servers(
                        pool(7, 7, STALLED),
                        and(pool(7, 7, STALLED), e -> e.exitCode = OptionalInt.of(137)),
                        pool(7, 7, STALLED)),
                21);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(attribution.evidence()).startsWith("server 2 of 3: server ended with exit code 137");
    }

    @Test
    void saysOfWhichServerItKnowsMostWhereNoneShowsALimit() {
        Attribution attribution =
                RingAnalyst.analyse(servers(pool(5, 900, STALLED), pool(5, 900, STALLED), pool(4, 900, STALLED)), 14);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(attribution.evidence()).startsWith("server 3 of 3: ");
    }

    @Test
    void theHostIsNoServersLimit() {
        Fact poor = e -> e.memoryAvailable = e.memoryFloor / 2;

        Attribution attribution =
                RingAnalyst.analyse(servers(and(pool(5, 9, STALLED), poor), and(pool(5, 9, STALLED), poor)), 10);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.HOST_MEMORY);
        assertThat(attribution.evidence()).doesNotContain("server 1 of 2");
    }

    @Test
    void aChainThatNeverBeganWasNotTakenByTheFirst() {
        Attribution attribution = RingAnalyst.analyse(servers(pool(0, 9, "no answer"), pool(0, 9, "no answer")), 0);

        assertThat(attribution.evidence()).startsWith("server 1 of 2: ");
    }

    @Test
    void oneServerHasNoNumber() {
        Evidence one = evidence(pool(7, 7, STALLED));

        assertThat(RingAnalyst.analyse(List.of(one), 7)).isEqualTo(new FailedStep(one).attribution());
    }
}
