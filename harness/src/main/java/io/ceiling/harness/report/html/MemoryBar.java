package io.ceiling.harness.report.html;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Bytes that one more connection costs, in parts that add up; each with its standard error.
 *
 * @param rest of the resident set without heap and direct buffers: stacks, code, garbage not yet collected; 0 if unknown
 * @param restKnown whether the slope of the resident set is more than two standard errors
 * @param threads platform threads that come with a connection
 */
record MemoryBar(
        String label,
        String scenario,
        double heap,
        double heapError,
        double direct,
        double directError,
        double rest,
        double restError,
        boolean restKnown,
        double kernel,
        double kernelError,
        double threads) {

    /** Of the cells whose heap line has an error, so at least three points. */
    static List<MemoryBar> of(List<MatrixCell> cells) {
        return cells.stream()
                .filter(cell ->
                        cell.shown().number("heap_bytes_per_connection_se").isPresent())
                .map(MemoryBar::of)
                .toList();
    }

    private static MemoryBar of(MatrixCell cell) {
        Row row = cell.shown();
        double heap = slope(row, "heap");
        double direct = slope(row, "direct");
        double rss = row.amount("rss_bytes_per_connection");
        double rssError = error(row, "rss");
        // A negative remainder is noise of two lines, not memory that a connection gives back.
        double rest = Math.max(0, rss - heap - direct);
        boolean known = row.number("rss_bytes_per_connection_se").isPresent() && rss > 0 && rss >= 2 * rssError;
        return new MemoryBar(
                cell.label(),
                row.text("scenario"),
                heap,
                error(row, "heap"),
                direct,
                error(row, "direct"),
                known ? rest : 0,
                Math.hypot(rssError, error(row, "heap")),
                known,
                slope(row, "kernel"),
                error(row, "kernel"),
                row.amount("threads_per_connection"));
    }

    private static double slope(Row row, String part) {
        return Math.max(0, row.amount(part + "_bytes_per_connection"));
    }

    private static double error(Row row, String part) {
        OptionalDouble error = row.number(part + "_bytes_per_connection_se");
        return error.orElse(0);
    }
}
