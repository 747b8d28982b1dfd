package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionTest {

    private static final long MEMORY = 1_100_000_000;
    private static final Slope NO_KERNEL = Slope.NONE;

    private static CostPerConnection cost(Slope heap, Slope rss, Slope kernel) {
        return cost(heap, rss, Slope.NONE, kernel);
    }

    private static CostPerConnection cost(Slope heap, Slope rss, Slope withoutFreeHeap, Slope kernel) {
        return new CostPerConnection(5, heap, Slope.NONE, rss, withoutFreeHeap, Slope.NONE, Slope.NONE, kernel);
    }

    private static OptionalLong of(CostPerConnection cost) {
        return Projection.of(cost, MEMORY, Long.MAX_VALUE);
    }

    private static Slope slope(double bytes, double error, int degreesOfFreedom) {
        return new Slope(bytes, error, 100_000_000, degreesOfFreedom, false);
    }

    @Test
    void whatIsLeftOfTheMemoryIsSharedByServerAndKernel() {
        assertThat(of(cost(Slope.NONE, slope(6_000, 300, 3), slope(4_000, 400, 3))))
                .hasValue(100_000);
    }

    @Test
    void aGibibyteIsSharedWithoutWhatTheServerNeedsForNone() {
        CostPerConnection cost = cost(Slope.NONE, slope(8_192, 300, 3), slope(2_048, 400, 3));

        assertThat(Projection.perGib(cost, false)).hasValue(131_072);
        assertThat(Projection.perGib(cost, true)).hasValue(104_857);
        assertThat(Projection.perGib(cost(Slope.NONE, slope(8_192, 300, 3), NO_KERNEL), true))
                .isEmpty();
        assertThat(Projection.perGib(cost(Slope.NONE, slope(8_192, 4_300, 3), NO_KERNEL), false))
                .isEmpty();
    }

    @Test
    void endsWhereReferencesWiden() {
        CostPerConnection cost = cost(slope(8_000, 10, 3), slope(10_000, 100, 3), NO_KERNEL);

        // A heap of 900 MB is that of 100 000 connections.
        assertThat(Projection.of(cost, MEMORY, 900_000_001)).hasValue(100_000);
        assertThat(Projection.of(cost, MEMORY, 800_000_000)).isEmpty();
    }

    @Test
    void aHeapThatWasNotReadMayBeAllOfTheResidentSet() {
        CostPerConnection cost = cost(Slope.NONE, slope(10_000, 100, 3), NO_KERNEL);

        assertThat(Projection.of(cost, MEMORY, MEMORY)).isPresent();
        assertThat(Projection.of(cost, MEMORY, MEMORY - 20_000)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # RSS slope, error | without free heap: slope, error, curved | connections
            20000 | 1000 | 10000 | 100 | false |  100000
            20000 | 1000 |   NaN | NaN | false |   50000
            # Lost in the growth of the heap, but clear without it.
            20000 |15000 | 10000 | 100 | false |  100000
            # Two points of several: no error.
            20000 | 1000 | 10000 | NaN | false |   50000
            # The whole resident set was read at two points only.
            20000 |  NaN | 10000 | 100 | false |  100000
            20000 | 1000 | 10000 |9000 | false |
            20000 | 1000 | 10000 | 100 | true  |
            """)
    void freeHeapIsNoCostOfAConnection(
            double rss, double error, double without, double withoutError, boolean curved, @Nullable Long connections) {
        CostPerConnection cost = cost(
                slope(9_000, 10, 3),
                new Slope(rss, error, 100_000_000, 3, false),
                new Slope(without, withoutError, 100_000_000, 3, curved),
                NO_KERNEL);

        assertThat(of(cost)).isEqualTo(connections == null ? OptionalLong.empty() : OptionalLong.of(connections));
    }

    @Test
    void theBaseIsWithoutFreeHeapAsWell() {
        Slope rss = new Slope(10_000, 100, 600_000_000, 3, false);

        assertThat(of(cost(Slope.NONE, rss, slope(10_000, 100, 3), NO_KERNEL))).hasValue(100_000);
    }

    @Test
    void aHeapThatIsResidentFromTheStartHasACostWithoutItsFreePages() {
        assertThat(of(cost(slope(70_000, 100, 5), slope(4_000, 200, 5), slope(74_000, 200, 5), NO_KERNEL)))
                .isPresent();
    }

    @Test
    void aCurveIsNotContinuedByALine() {
        Slope curve = new Slope(10_000, 1, 0, 10, true);

        assertThat(of(cost(Slope.NONE, curve, NO_KERNEL))).isEmpty();
        assertThat(of(cost(Slope.NONE, slope(10_000, 1, 10), curve))).isEmpty();
    }

    @Test
    void aHeapThatIsResidentFromTheStartTellsNothingAboutConnections() {
        // AlwaysPreTouch: the resident set grows by stacks and buffers alone.
        assertThat(of(cost(slope(70_000, 100, 5), slope(4_000, 200, 5), NO_KERNEL)))
                .isEmpty();
        assertThat(of(cost(slope(70_000, 100, 5), slope(69_900, 200, 5), NO_KERNEL)))
                .isPresent();
    }
}
