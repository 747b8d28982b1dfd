package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.scenario.JvmSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The number of connections that memory alone would allow.
 *
 * @param at connections with 1, 4, 16 and 64 GiB; null where references would be wider than in the measured server
 * @param low least of several servers; null for one, which tells nothing about another
 * @param high most of several servers; null for one
 */
public record Projection(
        String label,
        String scenario,
        List<@Nullable Double> at,
        List<@Nullable Double> low,
        List<@Nullable Double> high) {

    public Projection {
        at = Collections.unmodifiableList(new ArrayList<>(at));
        low = Collections.unmodifiableList(new ArrayList<>(low));
        high = Collections.unmodifiableList(new ArrayList<>(high));
    }

    /** Returns the projections of cells whose resident set has a significant slope. */
    public static List<Projection> of(List<MatrixCell> cells) {
        return cells.stream()
                .filter(cell ->
                        cell.medianRow().number(Keys.onHost(Keys.HOSTS.get(0))).isPresent())
                .map(cell -> new Projection(
                        cell.label(),
                        cell.medianRow().scenario(),
                        figures(cell.medianRow()),
                        ends(cell, DoubleSummaryStatistics::getMin),
                        ends(cell, DoubleSummaryStatistics::getMax)))
                .toList();
    }

    private static List<@Nullable Double> figures(CsvRow row) {
        List<@Nullable Double> figures = new ArrayList<>();
        Keys.HOSTS.forEach(gib -> figures.add(Numbers.orNull(figure(row, gib))));
        return figures;
    }

    // Returns a figure; none where references would be wider, which older runs did not look at.
    private static OptionalDouble figure(CsvRow row, int gib) {
        OptionalDouble connections = row.number(Keys.onHost(gib));
        double each = row.number(Keys.HEAP).orElse(row.amount(ResidentCost.COLUMN));
        long most = JvmSettings.mostHeapOfSameReferences(
                row.text(Dimension.GC), (long) row.amount(Dimension.HEAP.asNumber()));
        return connections.orElse(0) * each > most ? OptionalDouble.empty() : connections;
    }

    private static List<@Nullable Double> ends(MatrixCell cell, Function<DoubleSummaryStatistics, Double> end) {
        List<@Nullable Double> ends = new ArrayList<>();
        for (int gib : Keys.HOSTS) {
            DoubleSummaryStatistics each = cell.forks().stream()
                    .flatMapToDouble(fork -> figure(fork, gib).stream())
                    .summaryStatistics();
            ends.add(each.getCount() > 1 ? end.apply(each) : null);
        }
        return ends;
    }
}
