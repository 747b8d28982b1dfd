package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.ceiling.anatomy.AnatomyCsv;
import io.ceiling.capacity.predict.LevelsCsv;
import io.ceiling.capacity.predict.PredictionCsv;
import io.ceiling.capacity.size.SizeCsv;
import io.ceiling.climb.ClimbCsv;
import io.ceiling.harness.expect.ExpectationsCsv;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.RequestsCsv;
import io.ceiling.harness.report.csv.SamplesCsv;
import io.ceiling.harness.report.csv.StepsCsv;
import io.ceiling.traffic.TrafficCsv;
import io.ceiling.watch.WatchCsv;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * results/columns.csv has unit and meaning of each column, in the order of the code: those of a figure are written from its
 * record, others by hand. The tables of results/README.md are made of it. After a change run this test with
 * -Dceiling.write-columns=true, which writes both anew.
 */
class ColumnsTest {

    private static final Path RESULTS = Path.of("..", "..", "results");
    private static final Path PAGE = RESULTS.resolve("README.md");
    private static final String HEADER = "| column | unit | meaning |";
    private static final String CEILINGS = "ceilings.csv";

    /** Unit of a column by the end of its name, the longest end first. */
    private static final Map<String, String> UNITS = Map.of(
            "_bytes", "bytes",
            "_bytes_per_connection", "bytes",
            "_kib_per_connection", "KiB",
            "_ns", "ns",
            "_ms", "ms",
            "_s", "s",
            "_per_s", "1/s",
            "_per_second", "1/s",
            "_share", "0..1",
            "_connections", "connections");

    private final List<CsvRow> declared = declared();

    private static Map<String, List<? extends Column<?>>> files() {
        return Map.ofEntries(
                Map.entry("summary.csv", Summary.COLUMNS),
                Map.entry(CEILINGS, CeilingsCsv.COLUMNS),
                Map.entry("steps.csv", StepsCsv.COLUMNS),
                Map.entry("samples.csv", SamplesCsv.COLUMNS),
                Map.entry(ExpectationsCsv.FILE, ExpectationsCsv.COLUMNS),
                Map.entry(RequestsCsv.FILE, RequestsCsv.COLUMNS),
                Map.entry("climb.csv", ClimbCsv.COLUMNS),
                Map.entry("watch.csv", WatchCsv.COLUMNS),
                Map.entry("anatomy.csv", AnatomyCsv.COLUMNS),
                Map.entry("size.csv", SizeCsv.COLUMNS),
                Map.entry("prediction.csv", PredictionCsv.COLUMNS),
                Map.entry("levels.csv", LevelsCsv.COLUMNS),
                Map.entry("traffic.csv", TrafficCsv.SECONDS));
    }

    /** Returns the rows of columns.csv as they should be: in the order of the code, those of figures as their records have them. */
    private static List<CsvRow> declared() {
        List<CsvRow> present = CsvTable.read(RESULTS, "columns.csv").rows();
        Map<String, List<? extends Column<?>>> files = files();
        return present.stream()
                .map(row -> row.cell("file"))
                .distinct()
                .flatMap(file -> {
                    List<CsvRow> rows = of(present, file);
                    return files.containsKey(file)
                            ? files.get(file).stream().map(column -> row(file, column, rows))
                            : rows.stream();
                })
                .toList();
    }

    private static CsvRow row(String file, Column<?> column, List<CsvRow> byHand) {
        String name = column.name();
        return byHand.stream()
                .filter(row -> column.meaning().isEmpty() && row.cell("column").equals(name))
                .findFirst()
                .orElseGet(() -> new CsvRow(
                        byHand.get(0).index(), List.of(file, name, unit(name).orElse(""), column.meaning())));
    }

    private static List<CsvRow> of(List<CsvRow> rows, String file) {
        return rows.stream().filter(row -> row.cell("file").equals(file)).toList();
    }

    private static Optional<String> unit(String column) {
        return UNITS.entrySet().stream()
                .filter(unit -> column.endsWith(unit.getKey()))
                .max(Map.Entry.comparingByKey(Comparator.comparingInt(String::length)))
                .map(Map.Entry::getValue);
    }

    @Test
    void everyColumnIsExplained() {
        assertThat(declared).isNotEmpty().allSatisfy(row -> assertThat(row.cell("meaning"))
                .as("meaning of %s of %s, in results/columns.csv", row.cell("column"), row.cell("file"))
                .isNotEmpty());
    }

    @Test
    void theFileHasTheColumnsOfTheCode() throws IOException {
        StringWriter text = new StringWriter();
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            writer.writeRecord("file", "column", "unit", "meaning");
            declared.forEach(row -> writer.writeRecord(row.cells()));
        }
        isCurrent(RESULTS.resolve("columns.csv"), text.toString());
    }

    @Test
    void theUnitIsThatOfTheName() {
        assertThat(declared).allSatisfy(row -> unit(row.cell("column")).ifPresent(unit -> assertThat(row.cell("unit"))
                .as(row.cell("column"))
                // A pace of bytes is one, too.
                .isIn(unit, "bytes/s")));
    }

    @Test
    void thePageIsMadeOfThem() throws IOException {
        isCurrent(PAGE, made(Files.readString(PAGE, StandardCharsets.UTF_8)));
    }

    private static void isCurrent(Path file, String made) throws IOException {
        if (Boolean.getBoolean("ceiling.write-columns")) {
            Files.writeString(file, made, StandardCharsets.UTF_8);
        }

        assertThat(Files.readString(file, StandardCharsets.UTF_8))
                .as("%s; this test with -Dceiling.write-columns=true writes it", file)
                .isEqualTo(made);
    }

    /** Returns the page with the tables of every section that is named like a file of columns.csv. */
    private String made(String page) {
        return Stream.of(page.split("(?m)^(?=## )")).map(this::section).collect(Collectors.joining());
    }

    private String section(String section) {
        List<String> lines = List.of(section.split("\n", -1));
        List<CsvRow> columns = of(declared, lines.get(0).replaceFirst("^## ", ""));
        if (columns.isEmpty()) {
            return section;
        }
        int first = 0;
        int last = 0;
        for (int i = 0; i < lines.size(); i++) {
            boolean generated = lines.get(i).startsWith("|") || lines.get(i).startsWith("### ");
            first = generated && first == 0 ? i : first;
            last = generated ? i : last;
        }
        List<String> made = new ArrayList<>(lines.subList(0, first));
        made.addAll(tables(columns));
        made.addAll(lines.subList(last + 1, lines.size()));
        return String.join("\n", made);
    }

    private static List<String> tables(List<CsvRow> columns) {
        if (!columns.get(0).cell("file").equals(CEILINGS)) {
            return table(columns);
        }
        List<String> lines = new ArrayList<>();
        for (CeilingsCsv.ColumnGroup group : CeilingsCsv.GROUPS) {
            List<String> names = Column.names(group.columns());
            lines.addAll(List.of("### " + group.words(), ""));
            lines.addAll(table(columns.stream()
                    .filter(column -> names.contains(column.cell("column")))
                    .toList()));
            lines.add("");
        }
        lines.remove(lines.size() - 1);
        return lines;
    }

    /** Returns a table in which neighbours of one meaning share a line. */
    private static List<String> table(List<CsvRow> columns) {
        List<String> lines = new ArrayList<>(List.of(HEADER, "|---|---|---|"));
        List<CsvRow> alike = new ArrayList<>();
        for (CsvRow column : columns) {
            if (!alike.isEmpty() && !alike.get(0).cell("meaning").equals(column.cell("meaning"))) {
                lines.add(line(alike));
                alike.clear();
            }
            alike.add(column);
        }
        lines.add(line(alike));
        return lines;
    }

    private static String line(List<CsvRow> alike) {
        return "| %s | %s | %s |"
                .formatted(
                        alike.stream()
                                .map(column -> "`%s`".formatted(column.cell("column")))
                                .collect(Collectors.joining(", ")),
                        alike.stream()
                                .map(column -> column.cell("unit"))
                                .filter(unit -> !unit.isEmpty())
                                .distinct()
                                .collect(Collectors.joining(", ")),
                        alike.get(0).cell("meaning"));
    }
}
