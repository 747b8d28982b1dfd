package io.ceiling.harness.report;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A row of summary.csv, which screens show for a scenario: all its forks if they agree on the limit, otherwise one of
 * them. Made from ceilings.csv alone; pure functions.
 *
 * @param forks rows of ceilings.csv, at least one
 * @param changed settings in which the scenario differs from most others of the run, and the fork if it has a row of
 *     its own
 */
public record Summary(List<CsvRow> forks, String changed) {

    /** Name of the file in a run's folder. */
    public static final String FILE = "summary.csv";

    static final ColumnKey.Text CHANGED = new ColumnKey.Text("changed");

    private static final String RECURSIVE = "recursive";
    private static final String IN_FLIGHT = "in-flight";

    private static final Map<String, Dimension> SETTINGS = Map.of(
            LimitingFactor.SERVER_FILE_DESCRIPTORS.label(), Dimension.NOFILE,
            LimitingFactor.SERVER_THREADS.label(), Dimension.THREADS,
            LimitingFactor.SERVER_MAX_CONNECTIONS.label(), Dimension.MAX_CONNECTIONS,
            LimitingFactor.ACCEPT_QUEUE.label(), Dimension.ACCEPT_COUNT,
            LimitingFactor.SERVER_HEAP.label(), Dimension.HEAP,
            LimitingFactor.SERVER_DIRECT_MEMORY.label(), Dimension.DIRECT_MEMORY);

    private static final double KIBIBYTE = 1024;
    private static final double MILLISECOND = 1e6;

    /** The columns of summary.csv; those that ceilings.csv has as well have the same name there. */
    public static final List<Column<Summary>> COLUMNS = List.of(
            same(Dimension.CONTAINER),
            same(Keys.CONTAINER_VERSION),
            same(Dimension.CONNECTOR),
            same(Dimension.THREAD_KIND),
            same(Dimension.WORKLOAD),
            new Column<>(CHANGED, Summary::changed),
            same(Keys.VERDICT),
            same(Keys.CEILING),
            same(Keys.FIRST_FAILURE),
            same(Keys.FACTOR),
            same(Keys.RELIEF),
            new Column<>("heap_kib_per_connection", row -> row.kibibytes(Keys.HEAP)),
            new Column<>("rss_kib_per_connection", row -> row.kibibytes(ResidentCost.COLUMN)),
            new Column<>("kernel_kib_per_connection", row -> row.kibibytes(Keys.KERNEL)),
            new Column<>("response_p99_ms", row -> row.median().number(Keys.RESPONSE.p99()).stream()
                    .mapToObj(nanos -> tenths(nanos / MILLISECOND))
                    .findFirst()),
            same(Keys.WARNINGS));

    public Summary {
        forks = List.copyOf(forks);
    }

    private static Column<Summary> same(ColumnKey key) {
        return new Column<>(key, row -> row.text(key));
    }

    /**
     * Returns a row for each scenario; forks that do not agree have a row each.
     *
     * @param rows rows of ceilings.csv
     */
    public static List<Summary> of(List<CsvRow> rows) {
        VariedSettings varied = new VariedSettings(rows);
        List<Summary> all = new ArrayList<>();
        for (List<CsvRow> forks :
                CsvTable.grouped(rows, CsvRow::scenarioWithoutFork).values()) {
            if (forks.size() == 1 || agree(forks)) {
                all.add(new Summary(forks, varied.text(forks.get(0))));
            } else {
                forks.forEach(fork -> all.add(new Summary(
                        List.of(fork), (varied.text(fork) + " fork=" + fork.text(Dimension.FORKS)).strip())));
            }
        }
        return List.copyOf(all);
    }

    /** Returns the file of these rows: its header and a row for each of them, as of a CSV file. */
    public static byte[] file(List<Summary> rows) {
        List<List<String>> table = new ArrayList<>();
        table.add(Column.names(COLUMNS));
        rows.forEach(row -> table.add(Column.cells(COLUMNS, row)));
        return CsvFile.encode(table);
    }

    private static boolean agree(List<CsvRow> forks) {
        return forks.stream()
                .allMatch(fork -> fork.text(Keys.VERDICT).equals("reached")
                        && fork.text(Keys.FACTOR).equals(forks.get(0).text(Keys.FACTOR)));
    }

    /** Returns the fork with the median ceiling, of an even number the lower one of the two in the middle. */
    public CsvRow median() {
        return median(forks, Function.identity());
    }

    /** Returns the row with the median ceiling, in the same way. */
    public static Summary median(List<Summary> rows) {
        return median(rows, Summary::median);
    }

    private static <T> T median(List<T> all, Function<T, CsvRow> row) {
        List<T> sorted = new ArrayList<>(all);
        sorted.sort((a, b) ->
                Double.compare(row.apply(a).amount(Keys.CEILING), row.apply(b).amount(Keys.CEILING)));
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** Returns the text in that column of ceilings.csv, of several forks that of the one with the median ceiling. */
    public String text(ColumnKey column) {
        return median().text(column);
    }

    /** Returns true if a limit stopped the server. */
    public boolean isReached() {
        return text(Keys.VERDICT).equals("reached");
    }

    /** Returns true if the server ran already, so that the run has set nothing in it. */
    public boolean isExternal() {
        return text(Dimension.THREAD_KIND).isEmpty();
    }

    /** Returns true if its connections are levels of a recursion. */
    public boolean isRecursive() {
        return isRecursive(median());
    }

    private static boolean isRecursive(CsvRow row) {
        return row.text(Dimension.WORKLOAD).startsWith(RECURSIVE);
    }

    /** Returns what its number counts, such as {@code connections}. */
    public String unit() {
        return unit(median());
    }

    /** Returns what the number in a row of ceilings.csv counts, such as {@code connections}. */
    public static String unit(CsvRow row) {
        return isRecursive(row) ? "levels" : isInFlight(row) ? "requests in flight" : "connections";
    }

    /** Returns true if the number in a row of ceilings.csv counts requests in flight. */
    public static boolean isInFlight(CsvRow row) {
        return row.text(Dimension.WORKLOAD).startsWith(IN_FLIGHT);
    }

    /**
     * Returns the setting of this run that was the limit, such as {@code nofile=2048}: this run itself set that limit.
     * Empty if the limit is none of the run's settings.
     */
    public Optional<String> limitingSetting() {
        Dimension setting = SETTINGS.get(text(Keys.FACTOR));
        CsvRow row = median();
        if (setting == null || isExternal() || row.number(setting.asNumber()).isEmpty()) {
            return Optional.empty();
        }
        String used = row.text(Keys.used(setting));
        // A JVM rounds its heap.
        boolean isUsed = used.isEmpty() || setting == Dimension.HEAP || used.equals(row.text(setting));
        return isUsed ? Optional.of(VariedSettings.shown(setting, row)) : Optional.empty();
    }

    private String kibibytes(ColumnKey.Amount column) {
        return ForkSlope.of(forks, column)
                .map(slope -> tenths(slope.mean() / KIBIBYTE))
                .orElse("");
    }

    private static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
