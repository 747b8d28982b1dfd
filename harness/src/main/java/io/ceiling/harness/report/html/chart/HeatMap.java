package io.ceiling.harness.report.html.chart;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ceilings of one server and workload over request threads and buffer size. All other settings are the same in one
 * map.
 *
 * @param title server, workload, and the settings that differ in other maps
 * @param threads sizes of the pool, ascending
 * @param buffers buffer sizes in bytes, ascending; 0 stands for the container's default
 * @param squares squares of the map that were measured
 */
public record HeatMap(String title, List<Double> threads, List<Double> buffers, List<Square> squares) {

    /** The verdict of a square whose forks have different verdicts or limits. */
    public static final String DIFFER = "forks differ";

    // Settings on the axes, which do not distinguish one map from another.
    private static final Set<Dimension> AXES = Set.of(Dimension.THREADS, Dimension.BUFFER);

    /**
     * All forks with one pool size and one buffer size.
     *
     * @param place place in the map
     * @param held connections that were held
     * @param verdict verdict of all forks, or {@link #DIFFER}
     * @param words phrase of the limit; if the forks differ, all verdicts and limits
     * @param heapBytes heap per connection, in bytes; null if not known
     * @param rssBytes resident set per connection, in bytes; null if not known
     */
    public record Square(
            @JsonUnwrapped GridPosition place,
            @JsonUnwrapped Held held,
            String verdict,
            String words,
            @Nullable Double heapBytes,
            @Nullable Double rssBytes) {

        /**
         * The place of a square.
         *
         * @param x index in {@code buffers}
         * @param y index in {@code threads}
         */
        public record GridPosition(int x, int y) {}

        /**
         * The connections that the forks held.
         *
         * @param connections connections of the median fork
         * @param least fewest connections of a fork
         * @param most most connections of a fork
         * @param forks number of forks
         */
        public record Held(double connections, double least, double most, int forks) {}

        private static Square of(int x, int y, List<CsvRow> forks) {
            CsvRow median = MatrixCell.median(forks);
            double[] sorted = forks.stream()
                    .mapToDouble(MatrixCell::connectionsOf)
                    .sorted()
                    .toArray();
            List<String> outcomes =
                    forks.stream().map(Square::outcome).distinct().toList();
            boolean agree = outcomes.size() == 1;
            return new Square(
                    new GridPosition(x, y),
                    new Held(MatrixCell.connectionsOf(median), sorted[0], sorted[sorted.length - 1], forks.size()),
                    agree ? median.text(Keys.VERDICT) : DIFFER,
                    agree ? Phrases.factor(median.text(Keys.FACTOR)) : String.join(" or ", outcomes),
                    Numbers.orNull(median.number(Keys.HEAP)),
                    Numbers.orNull(median.number(ResidentCost.COLUMN)));
        }

        // Returns verdict and limit, such as reached: the heap.
        private static String outcome(CsvRow row) {
            return Stream.of(row.text(Keys.VERDICT), Phrases.factor(row.text(Keys.FACTOR)))
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.joining(": "));
        }
    }

    public HeatMap {
        threads = List.copyOf(threads);
        buffers = List.copyOf(buffers);
        squares = List.copyOf(squares);
    }

    /**
     * Returns one map for each server, workload and value of the other settings that was measured with several sizes of
     * both.
     */
    public static List<HeatMap> of(List<MatrixCell> cells) {
        // Virtual threads have no pool, and so no place on its axis.
        List<CsvRow> rows = cells.stream()
                .flatMap(cell -> cell.forks().stream())
                .filter(row ->
                        threads(row) > 0 && !row.text(Dimension.THREAD_KIND).equals("virtual"))
                .toList();
        VariedSettings varied = new VariedSettings(rows);
        Map<String, List<CsvRow>> groups = CsvTable.grouped(
                rows,
                row -> Phrases.joined(
                        "%s, %s".formatted(Phrases.server(row), row.text(Dimension.WORKLOAD)),
                        varied.multiValued(row, AXES)));
        List<HeatMap> maps = new ArrayList<>();
        groups.forEach((title, group) -> {
            HeatMap map = of(title, group);
            if (map.threads().size() > 1
                    && map.buffers().size() > 1
                    && map.squares().size() > 2) {
                maps.add(map);
            }
        });
        return maps;
    }

    private static HeatMap of(String title, List<CsvRow> group) {
        List<Double> threads = sizes(group.stream().map(HeatMap::threads));
        List<Double> buffers = sizes(group.stream().map(HeatMap::buffer));
        List<Square> squares = new ArrayList<>();
        CsvTable.grouped(group, row -> List.of(buffer(row), threads(row)))
                .forEach((place, forks) ->
                        squares.add(Square.of(buffers.indexOf(place.get(0)), threads.indexOf(place.get(1)), forks)));
        return new HeatMap(title, threads, buffers, squares);
    }

    private static List<Double> sizes(Stream<Double> all) {
        return List.copyOf(all.collect(Collectors.toCollection(TreeSet::new)));
    }

    private static double buffer(CsvRow row) {
        return row.amount(Dimension.BUFFER.asNumber());
    }

    // Returns the pool size that the server reported; if it reported none, the requested one.
    private static double threads(CsvRow row) {
        OptionalDouble used = row.number(Keys.used(Dimension.THREADS).asNumber());
        return used.orElse(row.amount(Dimension.THREADS.asNumber()));
    }
}
