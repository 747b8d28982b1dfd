package io.ceiling.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ParabolaFitTest {

    private static double[] parabola(double[] x, double base, double bend) {
        return Arrays.stream(x)
                .map(value -> base + 70_000 * value + bend * value * value)
                .toArray();
    }

    @Test
    void theNextOneCostsWhatTheParabolaSays() {
        double[] x = {50, 180, 648, 2024};

        assertThat(ParabolaFit.of(new int[] {1, 1, 1, 1}, x, parabola(x, 90_000_000, 3)))
                .hasValueSatisfying(bend -> {
                    assertThat(bend.slopeAtMaxX()).isCloseTo(70_000 + 6 * 2024, within(1e-3));
                    assertThat(bend.slope()).isBetween(70_000.0, bend.slopeAtMaxX());
                });
        assertThat(ParabolaFit.of(new int[] {1, 1, 1, 1}, x, parabola(x, 90_000_000, -3)))
                .hasValueSatisfying(bend -> assertThat(bend.slope()).isGreaterThan(bend.slopeAtMaxX()));
    }

    @Test
    void eachServerHasAValueAtZeroOfItsOwn() {
        double[] x = {50, 180, 648, 100, 1000, 2024};
        double[] y = parabola(x, 90_000_000, 3);
        for (int i = 3; i < y.length; i++) {
            y[i] += 20_000_000;
        }

        assertThat(ParabolaFit.of(new int[] {1, 1, 1, 2, 2, 2}, x, y))
                .hasValueSatisfying(bend -> assertThat(bend.slopeAtMaxX()).isCloseTo(70_000 + 6 * 2024, within(1e-3)));
    }

    @Test
    void twoPlacesHaveNoParabola() {
        assertThat(ParabolaFit.of(new int[] {1, 1, 1}, new double[] {5, 5, 9}, new double[] {1, 2, 3}))
                .isEmpty();
        assertThat(ParabolaFit.of(new int[] {1, 1}, new double[] {0, 0}, new double[] {1, 2}))
                .isEmpty();
        assertThat(ParabolaFit.of(new int[0], new double[0], new double[0])).isEmpty();
    }
}
