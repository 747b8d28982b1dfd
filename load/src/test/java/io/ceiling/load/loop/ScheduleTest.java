package io.ceiling.load.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static List<Long> takeAll(Schedule schedule, long now) {
        List<Long> intended = new ArrayList<>();
        while (schedule.due(now)) {
            intended.add(schedule.take());
        }
        return intended;
    }

    @Test
    void givesOnlyWhatIsDueAndKeepsIntendedTimesWhenLate() {
        Schedule schedule = new Schedule(0, 1_000, 10);

        assertThat(takeAll(schedule, -1)).isEmpty();
        assertThat(takeAll(schedule, 0)).containsExactly(0L);
        assertThat(takeAll(schedule, 3_500_000)).containsExactly(1_000_000L, 2_000_000L, 3_000_000L);
        assertThat(schedule.nextNanos()).isEqualTo(4_000_000);
        assertThat(schedule.remaining()).isEqualTo(6);
    }

    @Test
    void doesNotDriftOverManyStarts() {
        Schedule schedule = new Schedule(0, 3, 3_000_001);
        long last = 0;
        while (schedule.remaining() > 0) {
            last = schedule.take();
        }

        assertThat(last).isCloseTo(1_000_000_000_000_000L, org.assertj.core.data.Offset.offset(1_000L));
    }

    @Test
    void survivesTheWrapAroundOfNanoTime() {
        Schedule schedule = new Schedule(Long.MAX_VALUE - 500, 1_000_000, 2);

        assertThat(schedule.due(Long.MAX_VALUE - 501)).isFalse();
        assertThat(schedule.due(Long.MIN_VALUE + 10)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1,10", "2,10", "3,10", "4,3", "5,0"})
    void partsTogetherAreTheWhole(int parts, int count) {
        List<Long> all = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            all.addAll(takeAll(Schedule.part(0, 1_000, count, part, parts), Long.MAX_VALUE / 2));
        }
        all.sort(null);

        assertThat(all).isEqualTo(takeAll(new Schedule(0, 1_000, count), Long.MAX_VALUE / 2));
    }

    @Test
    void dropsFromTheEnd() {
        Schedule schedule = new Schedule(0, 1, 10);
        schedule.take();

        assertThat(schedule.drop(4)).isEqualTo(4);
        assertThat(schedule.nextNanos()).isEqualTo(1_000_000_000);
        assertThat(takeAll(schedule, Long.MAX_VALUE / 2)).hasSize(5);
        assertThat(schedule.drop(4)).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void refusesARateThatIsNone(double perSecond) {
        assertThatThrownBy(() -> new Schedule(0, perSecond, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rate must be > 0");
    }
}
