package io.ceiling.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    @ParameterizedTest
    @CsvSource({
        "0.975, 1, 12.706", "0.975, 2, 4.303", "0.975, 3, 3.182", "0.975, 10, 2.228",
        "0.975, 1000, 1.962", "0.995, 1, 63.657", "0.995, 5, 4.032", "0.5, 4, 0"
    })
    void agreesWithTheTables(double probability, int degreesOfFreedom, double expected) {
        assertThat(StudentT.quantile(probability, degreesOfFreedom)).isEqualTo(expected, within(0.001));
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "8", "9", "160"})
    void whatIsBeyondAQuantileIsItsProbability(int degreesOfFreedom) {
        for (double probability : new double[] {0.6, 0.9, 0.975, 0.999875, 0.9999999}) {
            assertThat(StudentT.pValue(StudentT.quantile(probability, degreesOfFreedom), degreesOfFreedom))
                    .isEqualTo(2 * (1 - probability), within(1e-9));
        }
        assertThat(StudentT.pValue(0, degreesOfFreedom)).isEqualTo(1, within(1e-12));
        assertThat(StudentT.pValue(1e9, degreesOfFreedom)).isEqualTo(0, within(1e-6));
    }

    /** By hand: 1 - 2/pi atan(t) for one degree of freedom, 1 - t / sqrt(2 + t^2) for two. */
    @Test
    void fewDegreesOfFreedomAreThoseOfTheFormulas() {
        assertThat(StudentT.pValue(3, 1)).isEqualTo(1 - 2 / Math.PI * Math.atan(3), within(1e-12));
        assertThat(StudentT.pValue(3, 2)).isEqualTo(1 - 3 / Math.sqrt(11), within(1e-12));
    }

    @Test
    void noDegreeOfFreedomTellsNothing() {
        assertThatThrownBy(() -> StudentT.quantile(0.975, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a probability of 0.5 to 1 and a degree of freedom, got 0.975 and 0");
    }
}
