package io.ceiling.harness.report.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ResidentCost;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one more connection in parts that add up, each with its standard error.
 *
 * @param threads platform threads per connection
 */
record MemoryBar(
        String label,
        String scenario,
        @JsonUnwrapped Bytes bytes,
        @JsonUnwrapped Errors errors,
        @JsonUnwrapped Resident resident,
        @JsonUnwrapped Lines lines,
        double threads) {

    /**
     * What is known of the resident set.
     *
     * @param restKnown true if the slope of the resident set is at least two standard errors
     * @param freeHeapLeftOut true if heap pages that hold no object are not part of it
     */
    record Resident(boolean restKnown, boolean freeHeapLeftOut) {}

    /**
     * The bytes per connection by place.
     *
     * @param heap bytes in the heap
     * @param direct bytes in direct buffers
     * @param rest bytes of the resident set outside heap and direct buffers: stacks, code, and heap that holds no object unless
     *     that is left out; 0 if not known
     * @param kernel bytes in the kernel
     */
    record Bytes(double heap, double direct, double rest, double kernel) {}

    /** The standard errors of the same parts, in bytes. */
    record Errors(double heapError, double directError, double restError, double kernelError) {}

    /**
     * The lines behind the parts.
     *
     * @param margin half the width of the 95 % interval of the sum; null if not known
     * @param curved costs whose points are on a curve, of the two of the resident set only the one that is shown
     */
    record Lines(@Nullable Double margin, List<String> curved) {

        Lines {
            curved = List.copyOf(curved);
        }

        private static Lines of(CsvRow row, String resident, boolean known) {
            // Direct buffers and heap are part of the resident set, whose line has the error of all.
            OptionalDouble server = CostShape.margin(row, resident);
            String hidden = resident.equals(ResidentCost.WITHOUT_FREE_HEAP) ? "rss" : "rss-without-free-heap";
            OptionalDouble kernel = CostShape.margin(row, "kernel_bytes_per_connection");
            return new Lines(
                    known && server.isPresent() ? Math.hypot(server.getAsDouble(), kernel.orElse(0)) : null,
                    CostShape.curved(row).stream()
                            .filter(cost -> !cost.equals(hidden))
                            .toList());
        }
    }

    /** Returns the bars of cells whose heap line has an error, and so at least three points. */
    static List<MemoryBar> of(List<MatrixCell> cells) {
        return cells.stream()
                .filter(cell ->
                        cell.shown().number("heap_bytes_per_connection_se").isPresent())
                .map(MemoryBar::of)
                .toList();
    }

    private static MemoryBar of(MatrixCell cell) {
        CsvRow row = cell.shown();
        double heap = slope(row, "heap");
        double direct = slope(row, "direct");
        String resident = ResidentCost.column(row);
        double rss = row.amount(resident);
        double rssError = row.amount(resident + "_se");
        // A negative rest is noise of two lines, not memory that a connection returns.
        double rest = Math.max(0, rss - heap - direct);
        boolean known = row.number(resident + "_se").isPresent() && rss > 0 && rss >= 2 * rssError;
        return new MemoryBar(
                cell.label(),
                row.text("scenario"),
                new Bytes(heap, direct, known ? rest : 0, slope(row, "kernel")),
                new Errors(
                        error(row, "heap"),
                        error(row, "direct"),
                        Math.hypot(rssError, error(row, "heap")),
                        error(row, "kernel")),
                new Resident(known, resident.equals(ResidentCost.WITHOUT_FREE_HEAP)),
                Lines.of(row, resident, known),
                row.amount("threads_per_connection"));
    }

    private static double slope(CsvRow row, String part) {
        return Math.max(0, row.amount(part + "_bytes_per_connection"));
    }

    private static double error(CsvRow row, String part) {
        OptionalDouble error = row.number(part + "_bytes_per_connection_se");
        return error.orElse(0);
    }
}
