package io.ceiling.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForkMeansTest {

    @Test
    void theIntervalIsThatOfStudentFromTheForks() {
        ForkMeans means = new ForkMeans(List.of(17.2, 54.4, 15.2));

        assertThat(means.mean()).isCloseTo(28.9333, within(0.0001));
        assertThat(means.halfWidth().orElseThrow()).isCloseTo(54.844, within(0.001));
        assertThat(means.ratio()).isCloseTo(3.579, within(0.001));
        assertThat(means.isScheduling()).isTrue();
    }

    @Test
    void oneForkHasNoInterval() {
        assertThat(new ForkMeans(List.of(3.0)).halfWidth()).isEmpty();
        assertThat(new ForkMeans(List.of(3.0)).isScheduling()).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new ForkMeans(List.of()));
    }

    @Test
    void forksThatDifferByAHalfAreStillTheSameWork() {
        assertThat(new ForkMeans(List.of(10.0, 15.0)).isScheduling()).isFalse();
        assertThat(new ForkMeans(List.of(10.0, 15.1)).isScheduling()).isTrue();
        assertThat(new ForkMeans(List.of(0.0, 5.0)).ratio()).isEqualTo(1);
    }

    /** Of many samples with a known truth, 95 in 100 intervals contain it, for few forks and for many. */
    @Test
    void nineteenOfTwentyIntervalsContainTheTruth() {
        Random random = new Random(20_261_123);
        for (int forks : new int[] {2, 3, 10, 40}) {
            int hits = 0;
            int samples = 4_000;
            for (int i = 0; i < samples; i++) {
                List<Double> means = new ArrayList<>();
                for (int fork = 0; fork < forks; fork++) {
                    means.add(100 + 7 * random.nextGaussian());
                }
                ForkMeans sample = new ForkMeans(means);
                if (Math.abs(sample.mean() - 100) <= sample.halfWidth().orElseThrow()) {
                    hits++;
                }
            }
            assertThat((double) hits / samples).as("%d forks", forks).isCloseTo(0.95, within(0.015));
        }
    }
}
