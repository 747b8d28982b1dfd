package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.failed;
import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static io.ceiling.harness.verdict.EvidenceRows.HEAP;
import static io.ceiling.harness.verdict.EvidenceRows.SERVER_SATURATED;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceTable.fact;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of evidence.txt have what must be named, and what merely looks like it. */
class LimitAnalystTest {

    private static final String SERVED_23 = "unseenThreads served(23, 23, 0.1) ";

    /** Two are answered a second at both levels, and a burst after a pause is answered. */
    private static final String REFUSED_UNDER_LOAD = "served(1, 1, 0.1) burst(12, 12) calm(14, 1) ";

    static List<Row> rows() {
        return EvidenceTable.read().rows();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void namesWhatBindsAndNotWhatLooksLikeIt(Row row) {
        Attribution attribution = named(row.fact());

        assertThat(attribution.factor()).as(attribution.evidence()).isEqualTo(row.expected());
        assertThat(attribution.next()).extracting(NextLimit::factor).doesNotContain(row.expected());
    }

    @Test
    void everyFactorHasTwoRowsThatNameItAndTwoThatLookLikeIt() {
        Map<LimitingFactor, Integer> named = new EnumMap<>(LimitingFactor.class);
        Map<LimitingFactor, Integer> alike = new EnumMap<>(LimitingFactor.class);
        for (Row row : rows()) {
            (row.lookAlike() == row.expected() ? named : alike).merge(row.lookAlike(), 1, Integer::sum);
        }

        for (LimitingFactor factor : LimitingFactor.values()) {
            assertThat(named).as(factor.label()).hasEntrySatisfying(factor, n -> assertThat(n)
                    .isGreaterThanOrEqualTo(2));
            if (factor != LimitingFactor.UNKNOWN) {
                assertThat(alike).as(factor.label()).hasEntrySatisfying(factor, n -> assertThat(n)
                        .isGreaterThanOrEqualTo(2));
            }
        }
    }

    @Test
    void evidenceGivesConfiguredAndObservedValuesAndReliefSaysWhatToRaise() {
        Attribution attribution = named(TIMED_OUT, e -> {
            e.workload = Workloads.HOLD_BLOCKING;
            e.served = e.busy = e.poolThreads = 200;
            e.queued = 600;
        });

        assertThat(attribution.evidence()).contains("200 of 200 request threads busy", "600 requests queued");
        assertThat(attribution.relief()).contains("maxThreads (now 200)");
        assertThat(attribution.confidence()).isEqualTo(Confidence.HIGH);
    }

    /** A stick table of haproxy counts what it refuses, so that it lets nearly nothing through beyond its limit. */
    @Test
    void aLimitThatCountsWhatItRefusesLetsThroughWhatAStepGotThatPassed() {
        Attribution attribution = named(fact(REFUSED_UNDER_LOAD + "passed(108)"));

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.RATE_LIMIT);
        assertThat(attribution.evidence())
                .startsWith("108 requests/s were let through in a step that passed, and only 2.0/s under more load");
        assertThat(named(fact(REFUSED_UNDER_LOAD + "passed(2.2)")).evidence())
                .startsWith("2.0 requests/s are let through");
    }

    @Test
    void theNumberThatIsServedAtOnceOnAFullHostIsInDoubt() {
        assertThat(named(fact(SERVED_23)).evidence()).doesNotContain("the host was full");
        assertThat(named(fact(SERVED_23 + "hostBusy(0.95)")).evidence())
                .contains("23 served at once", "the host was full meanwhile, so that it may be more");
    }

    @Test
    void aForwarderBeforeAContainerIsLookedAtFirst() {
        Attribution attribution = named(e -> {
            e.ofTarget(true);
            e.forwarder = Optional.of("docker-proxy (pid 812)");
            e.overflows = e.drops = 0;
            e.fails(FailureCause.CONNECT_REFUSED, 200);
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.BEFORE_LISTENER);
        assertThat(attribution.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(attribution.evidence()).contains("docker-proxy (pid 812) takes connections for its container");
        assertThat(attribution.relief())
                .startsWith("measure the container at its own address")
                .contains("nft list ruleset");
    }

    @Test
    void aQuotaThatIsUsedUpIsInTheEvidenceAndInTheRelief() {
        Attribution attribution = named(SERVER_SATURATED, e -> {
            e.serverCores = 1.49;
            e.quotaCores = 1.5;
            e.throttledShare = 0.9;
        });

        assertThat(attribution.evidence())
                .startsWith("server used 1.49 processors of a quota of 1.50")
                .contains("stopped it in 90 % of the periods");
        assertThat(attribution.relief()).contains("raise the quota", "cpu.max", "pod's cpu limit; now 1.50 processors");
    }

    @Test
    void aFullThreadIsNamedInTheEvidence() {
        Attribution attribution = named(SERVER_SATURATED, e -> {
            e.serverCores = 1.02;
            e.busiestThread = 0.99;
        });

        assertThat(attribution.evidence())
                .startsWith("thread \"node\" used 0.99 of one processor (median of 5 readings)");
        assertThat(attribution.relief()).contains("more threads or processes");
    }

    @Test
    void quotesTheLineOfTheLog() {
        Attribution attribution = named(TIMED_OUT, e -> e.logs("starting", "more", HEAP));

        assertThat(attribution.evidence()).contains("log line 3: " + HEAP);
    }

    @Test
    void saysOfALogWhoseMiddleIsMissingThatItIs() {
        String cut = "[ceiling] 7000 bytes of this log are left out here: it had more than 32 MiB";

        Attribution attribution = named(TIMED_OUT, e -> e.logs("starting", cut, HEAP));

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_HEAP);
        assertThat(attribution.evidence()).endsWith("; log: " + cut);
    }

    @Test
    void tellsWhichLimitBindsNextWhereTwoStandCloseTogether() {
        Attribution attribution = named(TIMED_OUT, e -> {
            e.workload = Workloads.HOLD_BLOCKING;
            e.served = e.busy = e.poolThreads = 200;
            e.queued = 8;
            e.connections = 208;
            e.maxConnections = 250;
            e.descriptors = 300;
            e.maxDescriptors = 1024;
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_THREADS);
        assertThat(attribution.next())
                .containsExactly(new NextLimit(LimitingFactor.SERVER_MAX_CONNECTIONS, "208 of 250 connections"));
    }

    /** A server without a free descriptor accepts no more; what stays in its listen queue is no second limit. */
    @Test
    void whatAnotherLimitLeavesInTheListenQueueIsNoNextLimit() {
        Attribution attribution = named(TIMED_OUT, e -> {
            e.descriptors = e.maxDescriptors = 1024;
            e.listenWaiting = 200;
            e.listenWaitingSamples = 3;
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(attribution.next())
                .extracting(NextLimit::factor)
                .doesNotContain(LimitingFactor.SERVER_MAX_CONNECTIONS);
    }

    @Test
    void lateAnswersWithRepeatedConnectsMayBeTheWorkOfOurPace() {
        assertThat(failed(TIMED_OUT, e -> e.synRetransmits = 3).isOverrun()).isTrue();
        assertThat(failed(TIMED_OUT, e -> e.drops = 3).isOverrun()).isTrue();
        assertThat(failed(TIMED_OUT).isOverrun()).isFalse();
        assertThat(failed(TIMED_OUT, e -> {
                            e.synRetransmits = 3;
                            e.fails(FailureCause.CONNECT_REFUSED, 1);
                        })
                        .isOverrun())
                .isFalse();
    }

    @Test
    void tellsWhichFurtherFactorsHadEvidence() {
        Attribution attribution = named(TIMED_OUT, e -> {
            e.connections = e.maxConnections = 800;
            e.listenWaiting = 101;
            e.overflows = e.drops = 412;
            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(attribution.next()).extracting(NextLimit::factor).containsExactly(LimitingFactor.ACCEPT_QUEUE);
    }

    @Test
    void whereAllOthersAreRefusedNobodyWaitsForAThread() {
        assertThat(named(fact(SERVED_23 + "crowds(SERVES 23 / SERVES 23) refuses(0, 3000)"))
                        .relief())
                .isEqualTo("raise what lets no more than 23 requests through at once and refuses the others"
                        + " (a bulkhead, a bounded queue, load shedding)");
        assertThat(named(fact(SERVED_23 + "crowds(SERVES 23 / SERVES 23) refuses(0, 20)"))
                        .relief())
                .endsWith("perhaps the number of threads worker-*");
    }

    @ParameterizedTest
    @CsvSource({"750, 0.667, 1", "1000, 0.5, 0.75", "750, 1, 1"})
    void ofOpenConnectionsThoseThatAwaitAnAnswerTellWhichServerThreadsWaitFor(int open, double atLess, double atMore) {
        Attribution attribution = named(
                fact("unseenThreads served(10, 10, 0.1) crowds(AT_UPSTREAM 500 / AT_UPSTREAM 750) calls(%d, %d, %s, %s)"
                        .formatted(open, open, atLess, atMore)));

        assertThat(attribution.evidence()).contains("%d connections to the upstream 127.0.0.1:5432".formatted(open));
        assertThat(attribution.relief()).startsWith("measure 127.0.0.1:5432 that App.call calls");
    }

    @Test
    void anOverloadTellsHowManyAreServedAtOnceBeforeIt() {
        assertThat(named(fact("unseenThreads served(23, 1, 0.1)")).evidence())
                .contains("an overload spoils answers: 46.0 +- ", "/s at 500 in flight (23.0 served at once), 2.0 +- ");
    }

    /** Whoever asks reads the same answer. */
    @Test
    void aFailedStepIsAnalysedOnceAndWithOtherEvidenceAnew() {
        FailedStep full = failed(TIMED_OUT, e -> e.connections = e.maxConnections = 800);

        assertThat(full.attribution()).isSameAs(full.attribution());
        assertThat(full.with(EvidenceRows.STUCK).attribution().factor()).isEqualTo(LimitingFactor.SERVER_STUCK);
    }
}
