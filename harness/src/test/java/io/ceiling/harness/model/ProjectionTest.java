package io.ceiling.harness.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.model.CostPerConnection.Slope;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProjectionTest {

    private static final long MEMORY = 1_100_000_000;
    private static final Slope NO_KERNEL = Slope.NONE;

    private static CostPerConnection cost(Slope heap, Slope rss, Slope kernel) {
        return new CostPerConnection(5, heap, Slope.NONE, rss, Slope.NONE, Slope.NONE, kernel);
    }

    private static Slope slope(double bytes, double error, int degreesOfFreedom) {
        return new Slope(bytes, error, 100_000_000, degreesOfFreedom, false);
    }

    @Test
    void theEndsAreThoseOfTheIntervalOfTheCost() {
        // Student's t for 95 % and three degrees of freedom is 3.182.
        Projection projection = Projection.of(cost(Slope.NONE, slope(10_000, 1_000, 3), NO_KERNEL), MEMORY)
                .orElseThrow();

        assertThat(projection.connections()).isEqualTo(100_000);
        assertThat(projection.low().orElseThrow()).isBetween(75_850L, 75_870L);
        assertThat(projection.high().orElseThrow()).isBetween(146_660L, 146_700L);
    }

    @Test
    void theErrorsOfServerAndKernelAddUp() {
        Projection projection = Projection.of(
                        cost(Slope.NONE, slope(6_000, 300, 1_000), slope(4_000, 400, 1_000)), MEMORY)
                .orElseThrow();

        assertThat(projection.connections()).isEqualTo(100_000);
        // 10 000 and 1.962 times 500.
        assertThat(projection.low().orElseThrow()).isBetween(91_050L, 91_080L);
    }

    @Test
    void tooFewPointsHaveNoInterval() {
        assertThat(Projection.of(cost(Slope.NONE, slope(10_000, 1_000, 1), NO_KERNEL), MEMORY))
                .hasValue(new Projection(100_000, OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void aCostThatMayBeZeroHasNoUpperEnd() {
        Projection projection = Projection.of(cost(Slope.NONE, slope(10_000, 4_000, 3), NO_KERNEL), MEMORY)
                .orElseThrow();

        assertThat(projection.low()).isPresent();
        assertThat(projection.high()).isEmpty();
    }

    @Test
    void aCurveIsNotContinuedByALine() {
        Slope curve = new Slope(10_000, 1, 0, 10, true);

        assertThat(Projection.of(cost(Slope.NONE, curve, NO_KERNEL), MEMORY)).isEmpty();
        assertThat(Projection.of(cost(Slope.NONE, slope(10_000, 1, 10), curve), MEMORY))
                .isEmpty();
    }

    @Test
    void aHeapThatIsResidentFromTheStartTellsNothingAboutConnections() {
        // AlwaysPreTouch: the resident set grows by stacks and buffers alone.
        assertThat(Projection.of(cost(slope(70_000, 100, 5), slope(4_000, 200, 5), NO_KERNEL), MEMORY))
                .isEmpty();
        assertThat(Projection.of(cost(slope(70_000, 100, 5), slope(69_900, 200, 5), NO_KERNEL), MEMORY))
                .isPresent();
    }
}
