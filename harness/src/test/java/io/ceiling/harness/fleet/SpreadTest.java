package io.ceiling.harness.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void whoHasFewestIsGivenMost() {
        assertThat(Spread.filled(new int[] {60, 30, 0}, 100)).containsExactly(60, 30, 10);
        assertThat(Spread.filled(new int[] {60, 30, 0}, 130)).containsExactly(60, 35, 35);
        assertThat(Spread.filled(new int[] {0, 0, 0}, 8)).containsExactly(3, 3, 2);
        assertThat(Spread.filled(new int[] {60, 30}, 10)).containsExactly(60, 30);
    }

    @Test
    void whoHasMostLosesMost() {
        assertThat(Spread.trimmed(new int[] {60, 30, 0}, 80)).containsExactly(50, 30, 0);
        assertThat(Spread.trimmed(new int[] {60, 30, 0}, 50)).containsExactly(25, 25, 0);
        assertThat(Spread.trimmed(new int[] {50, 50}, 51)).containsExactly(26, 25);
        assertThat(Spread.trimmed(new int[] {60, 30}, 500)).containsExactly(60, 30);
        assertThat(Spread.trimmed(new int[] {60, 30}, 0)).containsExactly(0, 0);
    }

    @Property
    void theTotalIsMetAndTheLevelsDifferByOneAtMost(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 40_000) Integer> sizes,
            @ForAll @IntRange(max = 2_000_000) int total) {
        int[] before = sizes.stream().mapToInt(Integer::intValue).toArray();

        int[] filled = Spread.filled(before, total);
        int[] trimmed = Spread.trimmed(before, total);

        long sum = Spread.sum(before);
        assertThat(Spread.sum(filled)).isEqualTo(Math.max(sum, total));
        assertThat(Spread.sum(trimmed)).isEqualTo(Math.min(sum, total));
        int lowest = Arrays.stream(filled).min().orElseThrow();
        int highest = Arrays.stream(trimmed).max().orElseThrow();
        for (int i = 0; i < before.length; i++) {
            assertThat(filled[i] == before[i] || (filled[i] > before[i] && filled[i] <= lowest + 1))
                    .isTrue();
            assertThat(trimmed[i] == before[i] || (trimmed[i] < before[i] && trimmed[i] >= highest - 1))
                    .isTrue();
        }
    }
}
