package io.ceiling.harness.verdict.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.prediction.LimitPrediction;
import io.ceiling.harness.model.prediction.PredictedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LevelPlanTest {

    private static LimitPrediction nearest(long connections, int now) {
        return new LimitPrediction(
                List.of(new PredictedLimit(
                        LimitingFactor.SERVER_HEAP,
                        "heap=1 MiB",
                        connections,
                        PredictedLimit.Interval.UNKNOWN,
                        new PredictedLimit.Basis("heap", "bytes", 1, 0, 0, 2, false, ""))),
                List.of(),
                now);
    }

    private static List<Integer> levels(long limit, int first, int most) {
        List<Integer> levels = new ArrayList<>(List.of(first));
        while (true) {
            OptionalInt next = LevelPlan.next(levels.size(), nearest(limit, levels.get(levels.size() - 1)), most);
            if (next.isEmpty()) {
                return levels;
            }
            levels.add(next.getAsInt());
        }
    }

    @Test
    void endsAtATenthOfTheNearestLimit() {
        assertThat(levels(700, 10, 1_000)).containsExactly(10, 25, 40, 55, 70);
        assertThat(levels(20_000, 10, 10_000)).containsExactly(10, 30, 90, 270, 810, 2_000);
    }

    @Test
    void opensNoMoreThanAllowed() {
        assertThat(levels(1_000_000, 10, 100)).containsExactly(10, 30, 54, 77, 100);
    }

    @Test
    void smallServerGetsFiveLevelsAllTheSame() {
        assertThat(levels(20, 1, 1_000)).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void firstLevelIsAHundredthOfWhatCanBeCounted() {
        assertThat(LevelPlan.first(Levels.of(0).get(0).sample(), 1_000)).isEqualTo(2);
    }

    @Property
    void levelsRise(
            @ForAll @IntRange(min = 1, max = 1_000_000) int limit,
            @ForAll @IntRange(min = 1, max = 10) int first,
            @ForAll @IntRange(min = 50, max = 100_000) int most) {
        List<Integer> levels = levels(limit, first, most);

        assertThat(levels).isSorted().doesNotHaveDuplicates().hasSizeBetween(5, 9);
        assertThat(levels).allMatch(level -> level <= most);
    }
}
