package io.ceiling.harness.report.html;

import java.util.List;
import java.util.stream.Stream;

/**
 * The number of connections that memory alone would allow.
 *
 * @param at connections with 1, 4, 16 and 64 GiB
 */
record Projection(String label, String scenario, List<Double> at) {

    Projection {
        at = List.copyOf(at);
    }

    /** Returns the projections of cells whose resident set has a significant slope. */
    static List<Projection> of(List<MatrixCell> cells) {
        return cells.stream()
                .filter(cell -> cell.shown().number("connections_at_64_gib").isPresent())
                .map(cell -> new Projection(
                        cell.label(),
                        cell.shown().text("scenario"),
                        Stream.of(1, 4, 16, 64)
                                .map(gib -> cell.shown().amount("connections_at_%d_gib".formatted(gib)))
                                .toList()))
                .toList();
    }
}
