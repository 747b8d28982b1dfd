package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.failed;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A proxy that makes room closes connections of any age: the number that is left gives it away. */
class ConnectionEvictionTest {

    private static final long MILLISECOND = 1_000_000L;

    /** So many connections are left of those that were tried, the others were closed 70 ms after their answer. */
    private static FailedStep closing(int tried, int left) {
        return failed(e -> {
            e.target = tried;
            e.served = e.alive = left;
            e.fails(FailureCause.CLOSED_WHILE_HELD, 32);
            e.closeMinAge = 70 * MILLISECOND;
            e.closeMaxAge = 75 * MILLISECOND;
        });
    }

    private static Step half(boolean passed) {
        Step held = failed(e -> e.target = 185).step();
        return new Step(
                9,
                185,
                passed ? 185 : 100,
                passed,
                passed ? "" : "85 x closed",
                3_000 * MILLISECOND,
                held.before(),
                held.after());
    }

    private static Attribution judged(List<FailedStep> failures, Optional<Step> control) {
        Attribution unnamed = failures.get(0).attribution();
        assertThat(unnamed.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        return IdleTimeout.confirm(unnamed, failures, control);
    }

    @Test
    void theSameNumberLeftOfAnyNumberTriedIsALimitOfConnectionsOnceHalfStayOpen() {
        List<FailedStep> failures = List.of(closing(375, 343), closing(426, 348), closing(648, 347));

        assertThat(IdleTimeout.needsControl(failures)).isTrue();
        Attribution judged = judged(failures, Optional.of(half(true)));
        assertThat(judged.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(judged.evidence())
                .contains("when 375, 426, 648 were tried, and left 343 to 348 each time", "185 connections for 3.0 s");
    }

    @Test
    void aBatchMoreOrLessIsTheSameNumber() {
        assertThat(IdleTimeout.needsControl(List.of(closing(282, 249), closing(400, 281))))
                .isTrue();
    }

    @Test
    void closingForWantOfThreadsIsNoLimitOfConnections() {
        List<FailedStep> busy = List.of(375, 648).stream()
                .map(tried -> failed(e -> {
                    e.target = tried;
                    e.served = e.alive = 345;
                    e.busy = e.poolThreads = 150;
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 32);
                    e.closeMinAge = e.closeMaxAge = 70 * MILLISECOND;
                }))
                .toList();

        assertThat(IdleTimeout.needsControl(busy)).isFalse();
    }

    @Test
    void withoutAControlThatStaysOpenThereIsNoName() {
        List<FailedStep> failures = List.of(closing(375, 343), closing(648, 347));

        assertThat(judged(failures, Optional.empty()).factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(judged(failures, Optional.of(half(false))).factor()).isEqualTo(LimitingFactor.UNKNOWN);
    }

    @Test
    void aShareOfAllIsNoLimitOfTheirNumber() {
        List<FailedStep> ofAWorkerThatCrashed = List.of(closing(400, 300), closing(800, 600));

        assertThat(IdleTimeout.needsControl(ofAWorkerThatCrashed)).isFalse();
        assertThat(judged(ofAWorkerThatCrashed, Optional.of(half(true))).factor())
                .isEqualTo(LimitingFactor.UNKNOWN);
    }

    @Test
    void oneNumberAloneProvesNothing() {
        assertThat(IdleTimeout.needsControl(List.of(closing(375, 343)))).isFalse();
        assertThat(IdleTimeout.needsControl(List.of(closing(375, 343), closing(380, 348))))
                .isFalse();
    }
}
