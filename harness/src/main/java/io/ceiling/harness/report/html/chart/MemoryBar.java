package io.ceiling.harness.report.html.chart;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one more connection in parts that add up; of several servers their means, each with its standard error.
 *
 * @param threads platform threads per connection
 */
public record MemoryBar(
        String label,
        String scenario,
        @JsonUnwrapped Bytes bytes,
        @JsonUnwrapped Errors errors,
        @JsonUnwrapped Resident resident,
        @JsonUnwrapped Lines lines,
        double threads) {

    /**
     * The knowledge about the resident set.
     *
     * @param restKnown true if the resident set rises with the connections, and not only by chance
     * @param freeHeapLeftOut true if heap pages that hold no object are not part of it
     */
    public record Resident(boolean restKnown, boolean freeHeapLeftOut) {}

    /**
     * The bytes per connection by place.
     *
     * @param heap bytes in the heap
     * @param direct bytes in direct buffers
     * @param rest bytes of the resident set outside heap and direct buffers: stacks, code, and heap that holds no object unless
     *     that is left out; 0 if not known
     * @param kernel bytes in the kernel
     */
    public record Bytes(double heap, double direct, double rest, double kernel) {}

    /** The standard errors of the same parts, in bytes; null for one server, which tells nothing about another. */
    public record Errors(
            @Nullable Double heapError,
            @Nullable Double directError,
            @Nullable Double restError,
            @Nullable Double kernelError) {}

    /**
     * The lines behind the parts.
     *
     * @param margin half the width of the 95 % interval of the sum; null for fewer than three servers
     * @param curved costs whose points are on a curve
     */
    public record Lines(@Nullable Double margin, List<String> curved) {

        public Lines {
            curved = List.copyOf(curved);
        }
    }

    /** Returns the bars of cells whose heap line has an error, and so at least three points. */
    public static List<MemoryBar> of(List<MatrixCell> cells) {
        return cells.stream()
                .filter(cell -> cell.medianRow().number(Keys.HEAP.error()).isPresent())
                .map(MemoryBar::of)
                .toList();
    }

    private static MemoryBar of(MatrixCell cell) {
        CsvRow row = cell.medianRow();
        Optional<ForkSlope> heap = slope(cell, Keys.HEAP);
        Optional<ForkSlope> direct = slope(cell, Keys.DIRECT);
        Optional<ForkSlope> resident = slope(cell, ResidentCost.COLUMN);
        Optional<ForkSlope> kernel = slope(cell, Keys.KERNEL);
        // A negative rest is noise of two lines, not memory that a connection returns.
        double rest = Math.max(0, bytes(resident) - bytes(heap) - bytes(direct));
        boolean known = resident.filter(slope ->
                        slope.mean() > 0 && slope.mean() >= 2 * slope.error().orElse(0))
                .isPresent();
        // Direct buffers and heap are part of the resident set, whose slope has the error of all.
        @Nullable
        Double margin = jointError(resident.flatMap(slope -> boxed(slope.margin())), kernel, slope -> slope.margin()
                .orElse(0));
        return new MemoryBar(
                cell.label(),
                row.scenario(),
                new Bytes(bytes(heap), bytes(direct), known ? rest : 0, bytes(kernel)),
                new Errors(
                        error(heap).orElse(null),
                        error(direct).orElse(null),
                        jointError(error(resident), heap, slope -> slope.error().orElse(0)),
                        error(kernel).orElse(null)),
                new Resident(known, !ResidentCost.hasFreeHeap(cell.forks())),
                new Lines(known ? margin : null, CostShape.curved(row)),
                row.amount(Keys.THREADS_EACH));
    }

    private static Optional<ForkSlope> slope(MatrixCell cell, ColumnKey.Amount column) {
        return ForkSlope.of(cell.forks(), column);
    }

    private static double bytes(Optional<ForkSlope> slope) {
        return Math.max(0, slope.map(ForkSlope::mean).orElse(0.0));
    }

    private static Optional<Double> error(Optional<ForkSlope> slope) {
        return slope.flatMap(known -> boxed(known.error()));
    }

    private static Optional<Double> boxed(OptionalDouble number) {
        return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
    }

    // Returns the error of two figures of the same servers, which are not independent; the first decides whether it
    // is known.
    private static @Nullable Double jointError(
            Optional<Double> first, Optional<ForkSlope> second, ToDoubleFunction<ForkSlope> error) {
        return first.map(one -> one + second.map(error::applyAsDouble).orElse(0.0))
                .orElse(null);
    }
}
