package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SingleTimesTest {

    private static final long MILLI = 1_000_000;

    private static List<Long> millis(long... times) {
        return LongStream.of(times).map(time -> time * MILLI).boxed().toList();
    }

    @Test
    void requestsThatWaitForWhatTheLoadHasLeftDoNotCount() {
        List<Long> times = millis(2100, 900, 402, 401, 403, 402, 401);
        assertThat(SingleTimes.areEnough(times)).isFalse();

        List<Long> more = millis(2100, 900, 402, 401, 403, 402, 401, 404);
        assertThat(SingleTimes.areEnough(more)).isTrue();
        assertThat(SingleTimes.steadyTimes(more)).isEqualTo(millis(402, 401, 403, 402, 401, 404));
    }

    @Test
    void timesThatNeverAgreeEndAtAFixedNumber() {
        List<Long> wild = LongStream.range(0, 24)
                .map(i -> (i % 2 + 1) * 100 * MILLI)
                .boxed()
                .toList();

        assertThat(SingleTimes.areEnough(wild.subList(0, 23))).isFalse();
        assertThat(SingleTimes.areEnough(wild)).isTrue();
        assertThat(SingleTimes.steadyTimes(wild)).hasSize(12);
    }

    @Test
    void aSingleTimeIsBetterThanNone() {
        assertThat(SingleTimes.steadyTimes(Collections.singletonList(MILLI))).hasSize(1);
    }
}
