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
     * @param key run, scenario and kind of the row
     * @param name name of the cost or of the setting
     * @param value value of a setting; cost of a connection
     * @param error standard error of the cost; NaN for a setting
     * @param base cost without connections; NaN for a setting
     * @param unit unit of the value
     * @param needed true if the value has to be set; empty for a cost
     * @param reason reason for the value; source of a cost
     */
    record SizeRow(
            RowKey key,
            String name,
            double value,
            double error,
            double base,
            String unit,
            String needed,
            String reason) {}

    /** The run, the scenario and the kind of a row. */
    record RowKey(String run, String scenario, String kind) {}

    public static final List<Column<SizeRow>> COLUMNS = List.of(
            new Column<>("run", row -> row.key().run()),
            new Column<>(Keys.SCENARIO, row -> row.key().scenario()),
            new Column<>("row", row -> row.key().kind()),
            new Column<>("name", SizeRow::name),
            new Column<>(
                    "value",
                    row -> row.key().kind().equals("cost") ? Cell.of(row.value()) : Cell.of((long) row.value())),
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
        RowKey costKey = new RowKey(run(), measured.name(), "cost");
        String from = costs.source().description();
        List<SizeRow> rows = new ArrayList<>();
        rows.add(cost(costKey, "heap", costs.heap(), BYTES, from));
        rows.add(cost(costKey, "beside-heap", costs.nonHeap(), BYTES, from));
        rows.add(cost(costKey, "direct", costs.direct(), BYTES, from));
        rows.add(cost(costKey, "kernel", costs.kernel(), BYTES, costs.source().kernelWords()));
        rows.add(cost(costKey, "threads", costs.threads(), "threads", from));
        rows.add(cost(costKey, "descriptors", costs.descriptors(), "descriptors", from));
        RowKey settingKey = new RowKey(run(), sizing.scenario().name(), "setting");
        sizing.settings().forEach(one -> rows.add(setting(settingKey, one)));
        append(rows);
    }

    /** Adds the row of the memory that trials found, which is on the disk on return. */
    public void appendTrialResult(Sizing sizing) {
        RowKey trialKey = new RowKey(run(), sizing.scenario().name(), "tried");
        append(sizing.setting(SettingKey.CONTAINER_MEMORY).stream()
                .map(one -> setting(trialKey, one))
                .toList());
    }

    private static SizeRow setting(RowKey key, Setting setting) {
        return new SizeRow(
                key,
                setting.key().label(),
                setting.value(),
                Double.NaN,
                Double.NaN,
                setting.key().unit(),
                Boolean.toString(setting.needed()),
                setting.reason());
    }

    private static SizeRow cost(RowKey key, String name, Slope line, String unit, String from) {
        return new SizeRow(
                key,
                name,
                line.perConnection(),
                line.standardError(),
                line.intercept(),
                unit + "-per-connection",
                "",
                from);
    }
}
