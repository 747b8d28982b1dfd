package io.ceiling.harness.report.html;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number of connections that memory alone would allow.
 *
 * @param at connections with 1, 4, 16 and 64 GiB
 * @param low lower ends of the 95 % intervals of these; null if not known
 * @param high upper ends; null if not known, or if the cost may be zero
 */
record Projection(
        String label, String scenario, List<Double> at, List<@Nullable Double> low, List<@Nullable Double> high) {

    private static final List<Integer> GIBIBYTES = List.of(1, 4, 16, 64);

    Projection {
        at = List.copyOf(at);
        low = Collections.unmodifiableList(new ArrayList<>(low));
        high = Collections.unmodifiableList(new ArrayList<>(high));
    }

    /** Returns the projections of cells whose resident set has a significant slope. */
    static List<Projection> of(List<MatrixCell> cells) {
        return cells.stream()
                .filter(cell -> cell.shown().number("connections_at_64_gib").isPresent())
                .map(cell -> new Projection(
                        cell.label(),
                        cell.shown().text("scenario"),
                        GIBIBYTES.stream()
                                .map(gib -> cell.shown().amount("connections_at_%d_gib".formatted(gib)))
                                .toList(),
                        ends(cell, "low"),
                        ends(cell, "high")))
                .toList();
    }

    private static List<@Nullable Double> ends(MatrixCell cell, String end) {
        List<@Nullable Double> ends = new ArrayList<>();
        for (int gib : GIBIBYTES) {
            ends.add(Numbers.orNull(cell.shown().number("connections_at_%d_gib_%s".formatted(gib, end))));
        }
        return ends;
    }
}
