package io.ceiling.anatomy;

import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The file anatomy.csv with a row for each part of a connection, each whole, and each saving. */
public final class AnatomyCsv extends RowFile<AnatomyCsv.AnatomyRow> {

    /** Name of the file in the folder. */
    public static final String FILE = "anatomy.csv";

    /** Kinds of rows. */
    public static final String PART = "part";

    public static final String WHOLE = "whole";
    public static final String REMAINDER = "remainder";
    public static final String SAVED = "saved";
    public static final String SAVED_WHOLE = "saved-whole";
    private static final String CONTROL = "control";
    private static final String CONTROL_WHOLE = "control-whole";
    private static final String SUM = "sum-of-parts";
    private static final String FLOOR = "floor";

    // Bytes below which a difference has no row.
    private static final double MIN_BYTES = 1;

    /**
     * A row.
     *
     * @param key run and scenario
     * @param kind kind of the row
     * @param part what the amount is of
     * @param count objects for each connection
     * @param amount bytes for each connection
     * @param setting setting that was changed; empty without one
     */
    record AnatomyRow(RowKey key, String kind, Part.Key part, double count, Amount amount, String setting) {}

    /** The run and the scenario of a row. */
    record RowKey(String run, String scenario) {}

    static final ColumnKey.Text ROW = new ColumnKey.Text("row");
    static final ColumnKey.Text OWNER = new ColumnKey.Text("owner");
    static final ColumnKey.Text NAME = new ColumnKey.Text("part");
    static final ColumnKey.Text HOLDER = new ColumnKey.Text("holder");
    static final ColumnKey.Text VIA = new ColumnKey.Text("via");
    static final ColumnKey.Amount OBJECTS = new ColumnKey.Amount("objects_per_connection");
    static final ColumnKey.Amount BYTES = new ColumnKey.Amount("bytes_per_connection");
    static final ColumnKey.Amount ERROR = new ColumnKey.Amount("bytes_standard_error_per_connection");
    static final ColumnKey.Text SETTING = new ColumnKey.Text("setting");

    public static final List<Column<AnatomyRow>> COLUMNS = List.of(
            new Column<>("run", row -> row.key().run()),
            new Column<>(Keys.SCENARIO, row -> row.key().scenario()),
            new Column<>(ROW, AnatomyRow::kind),
            new Column<>(OWNER, row -> row.part().owner().label()),
            new Column<>(NAME, row -> row.part().name()),
            new Column<>(HOLDER, row -> row.part().holder()),
            new Column<>(VIA, row -> row.part().via()),
            new Column<>(OBJECTS, row -> row.count()),
            new Column<>(BYTES, row -> row.amount().bytes()),
            new Column<>(ERROR, row -> row.amount().standardError()),
            new Column<>(SETTING, row -> row.setting()));

    private static final Comparator<AnatomyRow> MOST_FIRST = Comparator.comparingDouble(
                    (AnatomyRow row) -> -row.amount().bytes())
            .thenComparing(row -> row.part().name())
            .thenComparing(row -> row.part().holder())
            .thenComparing(row -> row.part().via());

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public AnatomyCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Returns true if the file has all rows of that scenario's anatomy; the totals are the last ones. */
    public boolean has(Scenario scenario) {
        return rows().stream()
                .anyMatch(row -> row.scenario().equals(scenario.name())
                        && row.text(ROW).equals(SUM)
                        && row.text(NAME).equals(Total.Kind.KERNEL.label()));
    }

    /** Adds the rows of a connection's anatomy, which are on the disk on return. */
    public void append(Scenario scenario, Anatomy anatomy) {
        RowKey of = new RowKey(run(), scenario.name());
        List<AnatomyRow> rows = new ArrayList<>();
        anatomy.parts()
                .forEach(part -> rows.add(new AnatomyRow(of, PART, part.key(), part.count(), part.amount(), "")));
        for (Total total : anatomy.totals()) {
            rows.add(whole(of, WHOLE, total.kind(), total.measured(), ""));
            if (total.floor().isKnown()) {
                rows.add(whole(of, FLOOR, total.kind(), total.floor(), ""));
            }
            rows.add(whole(of, SUM, total.kind(), total.sumOfParts(), ""));
            if (!total.kind().isSumOfParts()) {
                rows.add(whole(of, REMAINDER, total.kind(), total.remainder(), ""));
            }
        }
        append(rows);
    }

    /** Adds the rows of what a setting saves, or of the control, which are on the disk on return. */
    public void append(Scenario scenario, SettingEffect effect) {
        RowKey of = new RowKey(run(), scenario.name());
        String kind = effect.isControl() ? CONTROL : SAVED;
        String ofWhole = effect.isControl() ? CONTROL_WHOLE : SAVED_WHOLE;
        List<AnatomyRow> rows = new ArrayList<>();
        effect.savings().entrySet().stream()
                .filter(saved -> Math.abs(saved.getValue().bytes()) >= MIN_BYTES)
                .map(saved -> new AnatomyRow(of, kind, saved.getKey(), Double.NaN, saved.getValue(), effect.setting()))
                .sorted(MOST_FIRST)
                .forEach(rows::add);
        for (Total.Kind total : Total.Kind.values()) {
            rows.add(whole(of, ofWhole, total, effect.totals().getOrDefault(total, Amount.UNKNOWN), effect.setting()));
        }
        append(rows);
    }

    private static AnatomyRow whole(RowKey of, String kind, Total.Kind total, Amount amount, String setting) {
        return new AnatomyRow(
                of, kind, new Part.Key(total.owner(), total.label(), "", ""), Double.NaN, amount, setting);
    }
}
