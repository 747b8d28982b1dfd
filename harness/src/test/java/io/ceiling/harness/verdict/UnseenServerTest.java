package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that is not ours, of which little is seen: what needs its own evidence stays unknown. */
class UnseenServerTest {

    private static final Fact STALLS = e -> e.fails(FailureCause.ANSWER_TIMEOUT, 32);

    static Stream<Fact> whatASeenServerWouldBeBlamedFor() {
        return Stream.of(
                // Its listen queue runs over behind every limit that stops it from accepting.
                e -> {
                    e.overflows = 50;
                    e.drops = 50;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 20);
                },
                // The others that have the processors may be itself.
                e -> {
                    e.otherCores = 1.9;
                    e.serverCores = 0;
                },
                e -> e.serverCores = 2,
                e -> e.gcShare = 0.9);
    }

    @ParameterizedTest
    @MethodSource("whatASeenServerWouldBeBlamedFor")
    void namesNothingThatNeedsEvidenceOfTheServer(Fact symptom) {
        Attribution attribution = named(e -> e.ofTarget(false), STALLS, symptom);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(attribution.evidence())
                .contains("answer-timeout", "seen: load generator")
                .doesNotContain("-1");
    }

    @Test
    void anOverrunListenQueueIsASymptomAlsoWhereTheProcessIsSeen() {
        Attribution attribution = named(e -> e.ofTarget(true), e -> {
            e.overflows = 50;
            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(attribution.evidence()).contains("open files 900 of 20000");
    }

    @Test
    void namesTheDescriptorsThatProcTells() {
        Attribution attribution = named(e -> e.ofTarget(true), STALLS, e -> {
            e.descriptors = 512;
            e.maxDescriptors = 512;
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
    }

    @Test
    void namesAnIdleTimeOutThatTheClientsSee() {
        Attribution attribution = named(e -> e.ofTarget(false), e -> {
            e.fails(FailureCause.CLOSED_WHILE_HELD, 300);
            e.closeMinAge = 2_000_000_000L;
            e.closeMaxAge = 2_900_000_000L;
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_IDLE_TIMEOUT);
    }

    @Test
    void aProcessThatIsGoneIsNoCrashUntilItLeavesATrace() {
        Fact gone = e -> {
            e.ofTarget(true);
            e.exitCode = OptionalInt.of(Evidence.UNSEEN_EXIT_CODE);
        };

        Attribution silent = named(gone);
        Attribution crashed = named(gone, e -> e.crashFile = true);

        assertThat(silent.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(silent.evidence()).startsWith("the server's process has ended, and its exit code cannot be read");
        assertThat(crashed.factor()).isEqualTo(LimitingFactor.SERVER_CRASH);
        assertThat(crashed.evidence()).startsWith("server is gone");
    }

    @Test
    void whatWasNotSeenIsCalledUnknownAndNotANumber() {
        Attribution attribution = named(e -> e.ofTarget(false), e -> {
            e.workload = Workloads.KEEP_ALIVE;
            e.exchanges = 800;
            e.lateSends = 700;
            e.responseP99 = 2_000_000_000L;
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.LOAD_CPU);
        assertThat(attribution.evidence()).contains("the server unknown").doesNotContain("-1");
    }
}
