package io.ceiling.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FittedLineTest {

    private static final double[] FIVE = {10, 20, 30, 40, 50};

    private static double[] of(double[] x, DoubleUnaryOperator line) {
        return Arrays.stream(x).map(line).toArray();
    }

    @Test
    void countsOnALineHaveAnExactNumber() {
        FittedLine line = LeastSquares.fitLine(FIVE, of(FIVE, x -> 37 + x));

        assertThat(line.xAt(2037)).isCloseTo(2000, within(1e-6));
        assertThat(line.interval(2037).low()).isCloseTo(2000, within(1e-6));
        assertThat(line.interval(2037).high()).isCloseTo(2000, within(1e-6));
    }

    /** Worked by hand: slope 1, Sxx 1 000, s^2 = 4/3, t(0.975, 3) = 3.1824. */
    @Test
    void intervalIsFiellers() {
        FittedLine line = LeastSquares.fitLine(FIVE, new double[] {11, 19, 30, 39, 51});
        double s2 = squares(line) / 3;
        double t2 = 3.182446 * 3.182446;
        Interval interval = line.interval(500);

        for (double end : new double[] {interval.low(), interval.high()}) {
            double distance = 500 - 30 - line.perConnection() * (end - 30);
            double scatter = t2 * s2 * (1 + 1.0 / 5 + (end - 30) * (end - 30) / 1_000);
            assertThat(distance * distance).isCloseTo(scatter, within(1e-3 * scatter));
        }
        assertThat(interval.covers(line.xAt(500))).isTrue();
    }

    private static double squares(FittedLine line) {
        double[] y = {11, 19, 30, 39, 51};
        return IntStream.range(0, 5)
                .mapToDouble(i -> y[i] - line.intercept() - line.perConnection() * FIVE[i])
                .map(rest -> rest * rest)
                .sum();
    }

    @Test
    void threeLevelsHaveANumberButNoInterval() {
        FittedLine line = LeastSquares.fitLine(new double[] {1, 2, 3}, new double[] {5, 6, 8});

        assertThat(line.rises()).isTrue();
        assertThat(line.interval(100).isKnown()).isFalse();
    }

    @Test
    void noiseDoesNotRise() {
        FittedLine line = LeastSquares.fitLine(FIVE, new double[] {100, 103, 99, 102, 101});

        assertThat(line.rises()).isFalse();
        assertThat(line.maxSlope()).isBetween(0.0, 1.0);
    }

    @Test
    void curveGoesOnWithTheCostOfItsLastConnections() {
        CostPoints<Double> points =
                CostPoints.ofOneServer(Arrays.stream(FIVE).boxed().toList(), x -> x);

        assertThat(points.connectionsOnCurve(x -> OptionalDouble.of(x * x), 2_500 + 100 * 30)
                        .orElseThrow())
                .isCloseTo(80, within(0.01));
        assertThat(points.connectionsOnCurve(x -> OptionalDouble.of(7 + x), 100))
                .isEmpty();
    }

    @Property(tries = 200)
    void numberIsInItsInterval(
            @ForAll @IntRange(min = 1, max = 10_000) int seed,
            @ForAll @DoubleRange(min = 1, max = 1e6) double slope,
            @ForAll @DoubleRange(min = 0, max = 0.2) double noise) {
        Random random = new Random(seed);
        FittedLine line = LeastSquares.fitLine(FIVE, of(FIVE, x -> 1e6 + slope * (x + noise * random.nextGaussian())));

        Interval interval = line.interval(1e6 + slope * 500);

        assertThat(interval.low()).isLessThanOrEqualTo(line.xAt(1e6 + slope * 500) + 1e-3);
        assertThat(interval.high()).isGreaterThanOrEqualTo(line.xAt(1e6 + slope * 500) - 1e-3);
    }

    /** An interval of 95 % has the truth for 95 % of a thousand lines whose scatter is known. */
    @Test
    void intervalCoversTheTruthAsOftenAsItSays() {
        Random random = new Random(7);
        int covered = 0;
        for (int i = 0; i < 1_000; i++) {
            FittedLine line = LeastSquares.fitLine(FIVE, of(FIVE, x -> 100 + 3 * x + random.nextGaussian()));
            // The value that is reached has the scatter of a reading as well.
            if (line.interval(100 + 3 * 400 + random.nextGaussian()).covers(400)) {
                covered++;
            }
        }

        assertThat(covered).isBetween(930, 970);
    }
}
