package io.ceiling.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {

    private static Slope fit(double[] x, double[] y) {
        return LeastSquares.fit(new int[x.length], x, y);
    }

    @Test
    void agreesWithAWorkedExample() {
        // Anscombe's first data set: slope 0.5001, intercept 3.0001, standard error of the slope 0.1179.
        double[] x = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
        double[] y = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};

        Slope slope = fit(x, y);

        assertThat(slope.perConnection()).isEqualTo(0.5001, within(0.0001));
        assertThat(slope.intercept()).isEqualTo(3.0001, within(0.0001));
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

        Slope fitted = fit(x, y);

        assertThat(fitted.perConnection()).isEqualTo(slope, within(1e-3));
        assertThat(fitted.intercept()).isEqualTo(base, within(1.0));
        assertThat(fitted.standardError()).isLessThan(1e-3);
    }

    @Test
    void hasNoErrorForTwoPointsAndNoLineForOne() {
        Slope two = fit(new double[] {0, 10}, new double[] {5, 25});

        assertThat(two.perConnection()).isEqualTo(2);
        assertThat(two.intercept()).isEqualTo(5);
        assertThat(two.standardError()).isNaN();
        assertThat(fit(new double[] {1}, new double[] {1})).isEqualTo(Slope.NONE);
        assertThat(fit(new double[0], new double[0])).isEqualTo(Slope.NONE);
        assertThat(fit(new double[] {3, 3}, new double[] {1, 2})).isEqualTo(Slope.NONE);
    }

    @Test
    void serversWhoseBasesDifferHaveTheSlopeWithinEach() {
        // 10 000 bytes a connection; the second server, which held more, takes 20 MB more from the start.
        int[] server = {1, 1, 1, 2, 2, 2};
        double[] x = {100, 500, 1_000, 1_500, 1_800, 2_000};
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = 90e6 + (server[i] - 1) * 20e6 + 10_000 * x[i];
        }

        Slope slope = LeastSquares.fit(server, x, y);

        assertThat(slope.perConnection()).isEqualTo(10_000, within(1e-6));
        assertThat(slope.standardError()).isLessThan(1e-3);
        assertThat(slope.intercept()).isEqualTo(100e6, within(1.0));
        assertThat(slope.degreesOfFreedom()).isEqualTo(3);
    }

    @Test
    void agreesWithAWorkedExampleOfTwoServers() {
        // Centred: x -1 0 1 | -1 1, y -2 1 1 | -3 3; sums xx 4, xy 9; residuals 0.25 1 -1.25 -0.75 0.75.
        Slope slope = LeastSquares.fit(
                new int[] {1, 1, 1, 2, 2}, new double[] {1, 2, 3, 11, 13}, new double[] {0, 3, 3, 97, 103});

        assertThat(slope.perConnection()).isEqualTo(2.25, within(1e-12));
        assertThat(slope.degreesOfFreedom()).isEqualTo(2);
        assertThat(slope.standardError()).isEqualTo(Math.sqrt(3.75 / 2 / 4), within(1e-12));
    }

    @Property
    void neitherBasesNorServersWithOnePointChangeTheSlope(
            @ForAll @DoubleRange(min = 0, max = 200_000) double slope,
            @ForAll @Size(min = 4, max = 4) List<@DoubleRange(min = 0, max = 1e9) Double> bases,
            @ForAll @DoubleRange(min = 1, max = 20_000) double single) {
        int[] server = {1, 1, 1, 2, 2, 3, 3, 3, 4};
        double[] x = {16, 512, 9_000, 4_000, 5_000, 4_500, 4_600, 19_000, single};
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = bases.get(server[i] - 1) + slope * x[i];
        }

        Slope fitted = LeastSquares.fit(server, x, y);

        assertThat(fitted.perConnection()).isEqualTo(slope, within(1e-3));
        assertThat(fitted.degreesOfFreedom()).isEqualTo(4);
    }

    @Test
    void serversWithOnePointEachTellNoSlope() {
        assertThat(LeastSquares.fit(new int[] {1, 2}, new double[] {10, 20}, new double[] {1, 2}))
                .isEqualTo(Slope.NONE);
    }

    @Test
    void pointsOnACurveAreSeenToBe() {
        // The next connection costs 8 000 bytes at the start and 14 000 at the end.
        double[] x = {100, 400, 1_200, 2_000, 3_000, 4_000};
        double[] y = new double[x.length];
        double[] noise = {300, -500, 200, 600, -400, 100};
        for (int i = 0; i < x.length; i++) {
            y[i] = 50e6 + 8_000 * x[i] + 0.75 * x[i] * x[i] + noise[i] * 100;
        }

        assertThat(fit(x, y).curved()).isTrue();
        for (int i = 0; i < x.length; i++) {
            y[i] = 50e6 + 8_000 * x[i] + 0.05 * x[i] * x[i];
        }
        assertThat(fit(x, y).curved()).as("5 % more at the end").isFalse();
    }

    @Property
    void aLineWithNoiseOrWithBasesThatDifferIsNoCurve(
            @ForAll @DoubleRange(min = 1_000, max = 200_000) double slope,
            @ForAll @DoubleRange(min = 0, max = 1e9) double difference) {
        int[] server = {1, 1, 1, 1, 2, 2, 2, 2};
        double[] x = {100, 500, 1_000, 2_000, 1_500, 2_500, 3_000, 4_000};
        // Without a part that is a square of x.
        double[] noise = {1, -1, 0, 0, 0, 1, -2, 1};
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = slope * x[i] + (server[i] - 1) * difference + noise[i] * 10_000;
        }

        assertThat(LeastSquares.fit(server, x, y).curved()).isFalse();
    }

    @Test
    void threePointsShowNoCurve() {
        assertThat(fit(new double[] {1, 2, 3}, new double[] {1, 4, 9}).curved()).isFalse();
    }
}
