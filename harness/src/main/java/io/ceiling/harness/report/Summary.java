package io.ceiling.harness.report;

import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.ResidentCost;
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

    public static final String CEILING = "ceiling_connections";
    public static final String HEAP = "heap_bytes_per_connection";
    public static final String KERNEL = "kernel_bytes_per_connection";
    public static final String FACTOR = "limiting_factor";
    public static final String P99 = "response_p99_ns";
    public static final String WARNINGS = "warnings";

    private static final String RECURSIVE = "recursive";
    private static final String IN_FLIGHT = "in-flight";
    private static final String HEAP_MAX = "heap_max_bytes";

    /** The column of the setting that is a limit, by the limit. */
    private static final Map<String, String> SETTINGS = Map.of(
            LimitingFactor.SERVER_FILE_DESCRIPTORS.label(), "nofile",
            LimitingFactor.SERVER_THREADS.label(), "max_threads",
            LimitingFactor.SERVER_MAX_CONNECTIONS.label(), "max_connections",
            LimitingFactor.ACCEPT_QUEUE.label(), "accept_count",
            LimitingFactor.SERVER_HEAP.label(), HEAP_MAX,
            LimitingFactor.SERVER_DIRECT_MEMORY.label(), "direct_memory_bytes");

    private static final double KIBIBYTE = 1024;
    private static final double MILLISECOND = 1e6;

    /** The columns of summary.csv; those that ceilings.csv has as well have the same name there. */
    public static final List<Column<Summary>> COLUMNS = List.of(
            same("container"),
            same("container_version"),
            same("connector"),
            same("thread_kind"),
            same("workload"),
            new Column<>("changed", Summary::changed),
            same("verdict"),
            same(CEILING),
            same("first_failure_connections"),
            same(FACTOR),
            same("relief"),
            new Column<>("heap_kib_per_connection", row -> row.kibibytes(HEAP)),
            new Column<>("rss_kib_per_connection", row -> row.kibibytes(ResidentCost.COLUMN)),
            new Column<>("kernel_kib_per_connection", row -> row.kibibytes(KERNEL)),
            new Column<>(
                    "response_p99_ms",
                    row -> row.median().number(P99).isPresent()
                            ? tenths(row.median().amount(P99) / MILLISECOND)
                            : ""),
            same(WARNINGS));

    public Summary {
        forks = List.copyOf(forks);
    }

    private static Column<Summary> same(String name) {
        return new Column<>(name, row -> row.text(name));
    }

    /**
     * Returns a row for each scenario; forks that do not agree have a row each.
     *
     * @param rows rows of ceilings.csv
     */
    public static List<Summary> of(List<CsvRow> rows) {
        VariedSettings varied =
                new VariedSettings(rows.stream().map(CsvRow::named).toList());
        List<Summary> all = new ArrayList<>();
        for (List<CsvRow> forks : CsvTable.grouped(rows, CsvRow::setting).values()) {
            if (forks.size() == 1 || agree(forks)) {
                all.add(new Summary(forks, varied.text(forks.get(0).named())));
            } else {
                forks.forEach(fork -> all.add(new Summary(
                        List.of(fork), (varied.text(fork.named()) + " fork=" + fork.text("fork")).strip())));
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
                .allMatch(fork -> fork.text("verdict").equals("reached")
                        && fork.text(FACTOR).equals(forks.get(0).text(FACTOR)));
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
                Double.compare(row.apply(a).amount(CEILING), row.apply(b).amount(CEILING)));
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** Returns the text in that column of ceilings.csv, of several forks that of the one with the median ceiling. */
    public String text(String column) {
        return median().text(column);
    }

    /** Returns true if a limit stopped the server. */
    public boolean isReached() {
        return text("verdict").equals("reached");
    }

    /** Returns true if the server ran already, so that the run has set nothing in it. */
    public boolean isExternal() {
        return text("thread_kind").isEmpty();
    }

    /** Returns true if its connections are levels of a recursion. */
    public boolean isRecursive() {
        return isRecursive(median());
    }

    private static boolean isRecursive(CsvRow row) {
        return row.text("workload").startsWith(RECURSIVE);
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
        return row.text("workload").startsWith(IN_FLIGHT);
    }

    /**
     * Returns the setting of this run that was the limit, such as {@code nofile=2048}: the server was told to stop there. Empty if
     * the limit is none of the run's settings.
     */
    public Optional<String> settingOfTheRun() {
        String column = SETTINGS.get(text(FACTOR));
        if (column == null || isExternal() || median().number(column).isEmpty()) {
            return Optional.empty();
        }
        CsvRow row = median();
        String used = row.text("used_" + column);
        // A JVM rounds its heap.
        boolean isUsed = used.isEmpty() || column.equals(HEAP_MAX) || used.equals(row.text(column));
        return isUsed ? Optional.of(VariedSettings.shown(column, row)) : Optional.empty();
    }

    private String kibibytes(String column) {
        return ForkSlope.of(forks, column)
                .map(slope -> tenths(slope.mean() / KIBIBYTE))
                .orElse("");
    }

    private static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
