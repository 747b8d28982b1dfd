package io.ceiling.capacity.size;

import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file size.csv with a row for each cost that settings were made from, and for each setting. The order of the columns
 * is part of the file format. Not thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it fails.
 */
public final class SizeCsv implements AutoCloseable {

    /** Name of the file in the folder. */
    public static final String FILE = "size.csv";

    private static final String BYTES = "bytes";

    /**
     * A row.
     *
     * @param of run, scenario and kind of the row
     * @param name name of the cost or of the setting
     * @param value value of a setting; cost of a connection
     * @param error standard error of the cost; NaN for a setting
     * @param base cost without connections; NaN for a setting
     * @param unit unit of the value
     * @param needed true if the value has to be set; empty for a cost
     * @param reason reason for the value; source of a cost
     */
    record SizeRow(
            RowKey of,
            String name,
            double value,
            double error,
            double base,
            String unit,
            String needed,
            String reason) {}

    /** The run, the scenario and the kind of a row. */
    record RowKey(String run, String scenario, String row) {}

    public static final List<Column<SizeRow>> COLUMNS = List.of(
            new Column<>("run", row -> row.of().run()),
            new Column<>("scenario", row -> row.of().scenario()),
            new Column<>("row", row -> row.of().row()),
            new Column<>("name", SizeRow::name),
            new Column<>(
                    "value", row -> row.of().row().equals("cost") ? Cell.of(row.value()) : Cell.of((long) row.value())),
            new Column<>("value_standard_error", row -> Cell.of(row.error())),
            new Column<>("value_without_connections", row -> Cell.of(row.base())),
            new Column<>("unit", SizeRow::unit),
            new Column<>("needed", SizeRow::needed),
            new Column<>("reason", row -> Cell.text(row.reason())));

    private final String run;
    private final CsvFile csv;

    private SizeCsv(String run, CsvFile csv) {
        this.run = run;
        this.csv = csv;
    }

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public static SizeCsv open(Path folder) {
        return new SizeCsv(
                String.valueOf(folder.getFileName()), CsvFile.open(folder.resolve(FILE), Column.names(COLUMNS)));
    }

    /** Adds the rows of costs and of the settings that were made from them, which are on the disk on return. */
    public void append(Scenario measured, ConnectionCosts costs, Sizing sizing) {
        RowKey cost = new RowKey(run, measured.name(), "cost");
        String from = costs.source().words();
        List<SizeRow> rows = new ArrayList<>();
        rows.add(cost(cost, "heap", costs.heap(), BYTES, from));
        rows.add(cost(cost, "beside-heap", costs.besideHeap(), BYTES, from));
        rows.add(cost(cost, "direct", costs.direct(), BYTES, from));
        rows.add(cost(cost, "kernel", costs.kernel(), BYTES, costs.source().kernelWords()));
        rows.add(cost(cost, "threads", costs.threads(), "threads", from));
        rows.add(cost(cost, "descriptors", costs.descriptors(), "descriptors", from));
        RowKey setting = new RowKey(run, sizing.scenario().name(), "setting");
        sizing.settings().forEach(one -> rows.add(setting(setting, one)));
        csv.append(rows.stream().map(row -> Column.cells(COLUMNS, row)).toList(), true);
    }

    /** Adds the row of the memory that trials found, which is on the disk on return. */
    public void appendTried(Sizing sizing) {
        RowKey tried = new RowKey(run, sizing.scenario().name(), "tried");
        csv.append(
                sizing.setting(SettingKey.CONTAINER_MEMORY).stream()
                        .map(one -> Column.cells(COLUMNS, setting(tried, one)))
                        .toList(),
                true);
    }

    private static SizeRow setting(RowKey of, Setting one) {
        return new SizeRow(
                of,
                one.key().label(),
                one.value(),
                Double.NaN,
                Double.NaN,
                one.key().unit(),
                Boolean.toString(one.needed()),
                one.reason());
    }

    private static SizeRow cost(RowKey of, String name, Slope line, String unit, String from) {
        return new SizeRow(
                of, name, line.perConnection(), line.standardError(), line.base(), unit + "-per-connection", "", from);
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        csv.close();
    }
}
