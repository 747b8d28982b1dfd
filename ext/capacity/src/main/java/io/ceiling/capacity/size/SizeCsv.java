package io.ceiling.capacity.size;

import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file size.csv with a row for each cost that settings were made from, and for each setting. */
public final class SizeCsv extends RowFile<SizeCsv.SizeRow> {

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
            new Column<>(Keys.SCENARIO, row -> row.of().scenario()),
            new Column<>("row", row -> row.of().row()),
            new Column<>("name", SizeRow::name),
            new Column<>(
                    "value", row -> row.of().row().equals("cost") ? Cell.of(row.value()) : Cell.of((long) row.value())),
            new Column<>("value_standard_error", row -> row.error()),
            new Column<>("value_without_connections", row -> row.base()),
            new Column<>("unit", SizeRow::unit),
            new Column<>("needed", SizeRow::needed),
            new Column<>("reason", row -> row.reason()));

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public SizeCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Adds the rows of costs and of the settings that were made from them, which are on the disk on return. */
    public void append(Scenario measured, ConnectionCosts costs, Sizing sizing) {
        RowKey cost = new RowKey(run(), measured.name(), "cost");
        String from = costs.source().words();
        List<SizeRow> rows = new ArrayList<>();
        rows.add(cost(cost, "heap", costs.heap(), BYTES, from));
        rows.add(cost(cost, "beside-heap", costs.besideHeap(), BYTES, from));
        rows.add(cost(cost, "direct", costs.direct(), BYTES, from));
        rows.add(cost(cost, "kernel", costs.kernel(), BYTES, costs.source().kernelWords()));
        rows.add(cost(cost, "threads", costs.threads(), "threads", from));
        rows.add(cost(cost, "descriptors", costs.descriptors(), "descriptors", from));
        RowKey setting = new RowKey(run(), sizing.scenario().name(), "setting");
        sizing.settings().forEach(one -> rows.add(setting(setting, one)));
        append(rows);
    }

    /** Adds the row of the memory that trials found, which is on the disk on return. */
    public void appendTried(Sizing sizing) {
        RowKey tried = new RowKey(run(), sizing.scenario().name(), "tried");
        append(sizing.setting(SettingKey.CONTAINER_MEMORY).stream()
                .map(one -> setting(tried, one))
                .toList());
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
}
