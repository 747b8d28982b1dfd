package io.ceiling.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DueTimesTest {

    @Test
    void theEarliestComesFirstWhateverTheOrderOfTheirComing() {
        SplittableRandom random = new SplittableRandom(1);
        DueTimes due = new DueTimes(1_000);
        long[] times = random.longs(1_000, -500, 500).toArray();
        IntStream.range(0, times.length).forEach(i -> due.add(i, times[i]));

        List<Long> taken = new ArrayList<>();
        boolean[] seen = new boolean[times.length];
        while (!due.isEmpty()) {
            long next = due.nextNanos();
            int number = due.take();
            assertThat(times[number]).isEqualTo(next);
            assertThat(seen[number]).isFalse();
            seen[number] = true;
            taken.add(next);
        }

        assertThat(taken).hasSize(times.length).isSorted();
    }

    @Test
    void whatIsTakenMayComeAgainLater() {
        DueTimes due = new DueTimes(3);
        due.add(0, 10);
        due.add(1, 20);
        due.add(2, 30);

        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            long now = due.nextNanos();
            int number = due.take();
            order.add(number);
            due.add(number, now + 25);
        }

        assertThat(order).containsExactly(0, 1, 2, 0, 1, 2);
    }

    /** {@link System#nanoTime} may overflow. */
    @Test
    void timesAreComparedByTheirDifference() {
        DueTimes due = new DueTimes(2);
        due.add(0, Long.MIN_VALUE + 5);
        due.add(1, Long.MAX_VALUE - 5);

        assertThat(due.take()).isEqualTo(1);
        due.clear();
        assertThat(due.isEmpty()).isTrue();
    }
}
