package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.rows.ColumnKey;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ForkSlopeTest {

    private static final ColumnKey.Amount COLUMN = Keys.HEAP;

    private static CsvRow fork(String slope, String error) {
        return CsvRow.of(
                Map.of(COLUMN.column(), slope, COLUMN.error().column(), error, "cost_degrees_of_freedom", "3"));
    }

    @Test
    void theErrorOfSeveralForksIsThatBetweenThem() {
        ForkSlope slope = ForkSlope.of(List.of(fork("90", "0.1"), fork("100", "0.1"), fork("110", "")), COLUMN)
                .orElseThrow();

        assertThat(slope.mean()).isEqualTo(100);
        assertThat(slope.error().getAsDouble()).isCloseTo(10 / Math.sqrt(3), within(1e-9));
        // The 97.5 % quantile of Student's t with two degrees of freedom is 4.303.
        assertThat(slope.margin().getAsDouble()).isCloseTo(4.303 * 10 / Math.sqrt(3), within(0.01));
        assertThat(slope.forks()).isEqualTo(3);
    }

    @Test
    void twoForksHaveAnErrorButNoInterval() {
        ForkSlope slope = ForkSlope.of(List.of(fork("90", "0.1"), fork("110", "0.1")), COLUMN)
                .orElseThrow();

        assertThat(slope.error()).hasValue(10);
        assertThat(slope.margin()).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void theErrorOfOneLineIsNotThatOfAnotherServer() {
        ForkSlope slope =
                ForkSlope.of(List.of(fork("", ""), fork("100", "0.1")), COLUMN).orElseThrow();

        assertThat(slope).isEqualTo(new ForkSlope(100, OptionalDouble.empty(), OptionalDouble.empty(), 1));
    }

    @Test
    void aSingleSlopeThatIsLostInItsErrorSaysNothing() {
        assertThat(ForkSlope.of(List.of(fork("100", "51")), COLUMN)).isEmpty();
        assertThat(ForkSlope.of(List.of(fork("-100", "50")), COLUMN)).isPresent();
    }

    /** One figure may be seen at fewer points than the others; older files had one column for all lines. */
    @Test
    void eachLineHasItsOwnDegreesOfFreedom() {
        CsvRow row = CsvRow.of(Map.of(
                COLUMN.degreesOfFreedom().column(),
                "5",
                ResidentCost.COLUMN.degreesOfFreedom().column(),
                "2",
                "cost_degrees_of_freedom",
                "3"));

        assertThat(ForkSlope.degreesOfFreedom(row, COLUMN)).hasValue(5);
        assertThat(ForkSlope.degreesOfFreedom(row, ResidentCost.COLUMN)).hasValue(2);
        assertThat(ForkSlope.degreesOfFreedom(row, Keys.KERNEL)).hasValue(3);
        assertThat(ForkSlope.degreesOfFreedom(CsvRow.of(Map.of()), COLUMN)).isEmpty();
    }

    @Test
    void aSingleLineThroughTwoPointsSaysNothing() {
        assertThat(ForkSlope.of(List.of(fork("100", "")), COLUMN)).isEmpty();
    }

    @Test
    void noSlopeIsNone() {
        assertThat(ForkSlope.of(List.of(fork("", ""), fork("", "")), COLUMN)).isEmpty();
    }
}
