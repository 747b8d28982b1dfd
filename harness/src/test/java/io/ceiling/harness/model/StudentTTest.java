package io.ceiling.harness.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    @ParameterizedTest
    @CsvSource({
        "0.975, 1, 12.706",
        "0.975, 2, 4.303",
        "0.975, 3, 3.182",
        "0.975, 10, 2.228",
        "0.975, 1000, 1.962",
        "0.995, 1, 63.657",
        "0.995, 5, 4.032",
        "0.5, 4, 0"
    })
    void agreesWithTheTables(double probability, int degreesOfFreedom, double expected) {
        assertThat(StudentT.quantile(probability, degreesOfFreedom)).isEqualTo(expected, within(0.001));
    }

    @Test
    void noDegreeOfFreedomTellsNothing() {
        assertThatThrownBy(() -> StudentT.quantile(0.975, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a probability of 0.5 to 1 and a degree of freedom, got 0.975 and 0");
    }
}
