package io.ceiling.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeanTest {

    @Test
    void theIntervalIsThatOfStudentsDistribution() {
        Mean mean = Mean.of(List.of(1, 2, 3, 4, 5));

        assertThat(mean.value()).isEqualTo(3);
        assertThat(mean.standardDeviation()).isCloseTo(1.5811, within(1e-4));
        assertThat(mean.standardError()).isCloseTo(0.7071, within(1e-4));
        assertThat(mean.margin()).isCloseTo(2.776 * 0.7071, within(1e-3));
    }

    @Test
    void oneObservationTellsNothingAboutTheNext() {
        Mean one = Mean.of(7);

        assertThat(one.value()).isEqualTo(7);
        assertThat(one.standardDeviation()).isNaN();
        assertThat(one.standardError()).isNaN();
        assertThat(one.margin()).isNaN();
        assertThat(Mean.of().value()).isNaN();
    }

    @Test
    void theMedianOfAnEvenNumberIsTheLowerOneInTheMiddle() {
        assertThat(Mean.lowerMedian(List.of(9L, 1L, 4L, 3L))).isEqualTo(3L);
        assertThat(Mean.lowerMedian(List.of(9.5, 1.5, 4.5))).isEqualTo(4.5);
    }
}
