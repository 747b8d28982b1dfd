package io.ceiling.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.model.CostPerConnection.Slope;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {

    @Test
    void agreesWithAWorkedExample() {
        // Anscombe's first data set: slope 0.5001, intercept 3.0001, standard error of the slope 0.1179.
        double[] x = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
        double[] y = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};

        Slope slope = LeastSquares.fit(x, y);

        assertThat(slope.perConnection()).isEqualTo(0.5001, within(0.0001));
        assertThat(slope.base()).isEqualTo(3.0001, within(0.0001));
        assertThat(slope.standardError()).isEqualTo(0.1179, within(0.0001));
    }

    @Property
    void findsAnExactLineAmongLargeValues(
            @ForAll @DoubleRange(min = 0, max = 200_000) double slope,
            @ForAll @DoubleRange(min = 0, max = 4e9) double base) {
        double[] x = {0, 100, 1_000, 5_000, 20_000};
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = base + slope * x[i];
        }

        Slope fitted = LeastSquares.fit(x, y);

        assertThat(fitted.perConnection()).isEqualTo(slope, within(1e-3));
        assertThat(fitted.base()).isEqualTo(base, within(1.0));
        assertThat(fitted.standardError()).isLessThan(1e-3);
    }

    @Test
    void hasNoErrorForTwoPointsAndNoLineForOne() {
        Slope two = LeastSquares.fit(new double[] {0, 10}, new double[] {5, 25});

        assertThat(two.perConnection()).isEqualTo(2);
        assertThat(two.base()).isEqualTo(5);
        assertThat(two.standardError()).isNaN();
        assertThat(LeastSquares.fit(new double[] {1}, new double[] {1})).isEqualTo(Slope.NONE);
        assertThat(LeastSquares.fit(new double[0], new double[0])).isEqualTo(Slope.NONE);
        assertThat(LeastSquares.fit(new double[] {3, 3}, new double[] {1, 2})).isEqualTo(Slope.NONE);
    }
}
