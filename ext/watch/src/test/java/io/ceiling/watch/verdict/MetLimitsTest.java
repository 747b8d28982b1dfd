package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetLimitsTest {

    private final MetLimits limits = new MetLimits();

    private MetLimits.Changes after(long at, Attribution... met) {
        return limits.update(at, List.of(met), 0);
    }

    private static Attribution limit(LimitingFactor factor, String evidence) {
        return new Attribution(factor, Confidence.HIGH, evidence, "raise it");
    }

    private static Attribution threads() {
        return limit(LimitingFactor.SERVER_THREADS, "8 of 8 busy");
    }

    @Test
    void oneReadingAloneIsNoLimit() {
        assertThat(after(1, threads()).startedLimits()).isEmpty();
        assertThat(after(2).endedLimits()).isEmpty();
        assertThat(after(3, threads()).startedLimits()).isEmpty();

        assertThat(limits.all()).isEmpty();
    }

    @Test
    void beginsAtTheFirstOfTwoReadingsAndEndsAtTheLastOne() {
        after(10, threads());
        assertThat(after(20, threads()).startedLimits())
                .extracting(MetLimit::fromNanos)
                .containsExactly(10L);
        assertThat(after(30, threads()).startedLimits()).isEmpty();

        assertThat(after(40).endedLimits()).isEmpty();
        assertThat(after(50).endedLimits()).isEmpty();
        assertThat(after(60).endedLimits()).isEmpty();
        assertThat(after(70).endedLimits()).singleElement().satisfies(over -> {
            assertThat(over.fromNanos()).isEqualTo(10);
            assertThat(over.toNanos()).isEqualTo(30);
        });
        assertThat(limits.all()).hasSize(1);
    }

    @Test
    void aReadingInBetweenThatDoesNotShowItIsNoEnd() {
        after(10, threads());
        after(20, threads());
        after(30);
        after(40, threads());

        assertThat(limits.all()).singleElement().satisfies(still -> {
            assertThat(still.toNanos()).isEqualTo(40);
            assertThat(still.lasts()).isTrue();
        });
        after(50);
        assertThat(limits.all()).extracting(MetLimit::lasts).containsExactly(false);
    }

    @Test
    void theSameLimitMayBeMetAgain() {
        after(10, threads());
        after(20, threads());
        for (int at = 30; at <= 60; at += 10) {
            after(at);
        }
        after(70, threads());
        after(80, threads());

        assertThat(limits.all()).extracting(MetLimit::fromNanos).containsExactly(10L, 70L);
    }

    @Test
    void thoseOfTheToolComeFirstAndTheClearestEvidenceIsKept() {
        Attribution tool = limit(LimitingFactor.LOAD_FILE_DESCRIPTORS, "64 of 64");
        limits.update(10, List.of(limit(LimitingFactor.SERVER_THREADS, "few wait")), 3);
        limits.update(20, List.of(tool, limit(LimitingFactor.SERVER_THREADS, "many wait")), 90);
        limits.update(30, List.of(tool, limit(LimitingFactor.SERVER_THREADS, "some wait")), 40);

        assertThat(limits.all())
                .extracting(MetLimit::factor)
                .containsExactly(LimitingFactor.LOAD_FILE_DESCRIPTORS, LimitingFactor.SERVER_THREADS);
        assertThat(limits.all().get(1).evidence()).isEqualTo("many wait");
    }
}
