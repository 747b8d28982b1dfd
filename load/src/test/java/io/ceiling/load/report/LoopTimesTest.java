package io.ceiling.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoopTimesTest {

    @Test
    void theLoopThatIsFullNowCountsAlthoughAnotherHasWorkedMoreBefore() {
        LoopTimes before = LoopTimes.of(List.of(900L, 100L));
        LoopTimes after = LoopTimes.of(List.of(910L, 195L));

        assertThat(after.since(before).busiestNanos()).isEqualTo(95);
    }

    @Test
    void severalLoopsThatWorkABitAreNoFullOne() {
        LoopTimes agent = LoopTimes.of(List.of(12L, 11L, 12L, 10L));
        LoopTimes other = LoopTimes.of(List.of(3L, 14L));

        assertThat(agent.plus(other).busiestNanos()).isEqualTo(14);
        assertThat(agent.plus(other).count()).isEqualTo(6);
    }

    @Test
    void noLoopDoesNoWork() {
        assertThat(LoopTimes.NONE.busiestNanos()).isZero();
        assertThat(LoopTimes.NONE.count()).isZero();
        assertThat(LoopTimes.of(List.of(5L)).plus(LoopTimes.NONE)).isEqualTo(LoopTimes.of(List.of(5L)));
    }

    @Test
    void aReadingOfOtherLoopsIsNoBeginning() {
        LoopTimes now = LoopTimes.of(List.of(7L, 9L));

        assertThat(now.since(LoopTimes.NONE)).isEqualTo(now);
    }
}
