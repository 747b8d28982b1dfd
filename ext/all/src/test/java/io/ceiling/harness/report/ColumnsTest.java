package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.anatomy.AnatomyCsv;
import io.ceiling.capacity.predict.LevelsCsv;
import io.ceiling.capacity.predict.PredictionCsv;
import io.ceiling.capacity.size.SizeCsv;
import io.ceiling.harness.command.climb.ClimbCsv;
import io.ceiling.harness.command.compare.ExpectationsCsv;
import io.ceiling.harness.command.traffic.TrafficCsv;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.SamplesCsv;
import io.ceiling.harness.report.csv.StepsCsv;
import io.ceiling.watch.WatchCsv;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * results/columns.csv has unit and meaning of each column, in the order of the code; the tables of results/README.md are made of it.
 * After a change run this test with -Dceiling.write-columns=true, which writes the tables anew.
 */
class ColumnsTest {

    private static final Path RESULTS = Path.of("..", "results");
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

    private final List<CsvRow> declared = CsvTable.read(RESULTS, "columns.csv").rows();

    static Stream<Arguments> files() {
        return Stream.of(
                Arguments.of("summary.csv", Column.names(Summary.COLUMNS)),
                Arguments.of(CEILINGS, Column.names(CeilingsCsv.COLUMNS)),
                Arguments.of("steps.csv", Column.names(StepsCsv.COLUMNS)),
                Arguments.of("samples.csv", Column.names(SamplesCsv.COLUMNS)),
                Arguments.of(ExpectationsCsv.FILE, Column.names(ExpectationsCsv.COLUMNS)),
                Arguments.of("climb.csv", Column.names(ClimbCsv.COLUMNS)),
                Arguments.of("watch.csv", Column.names(WatchCsv.COLUMNS)),
                Arguments.of("anatomy.csv", Column.names(AnatomyCsv.COLUMNS)),
                Arguments.of("size.csv", Column.names(SizeCsv.COLUMNS)),
                Arguments.of("prediction.csv", Column.names(PredictionCsv.COLUMNS)),
                Arguments.of("levels.csv", Column.names(LevelsCsv.COLUMNS)),
                Arguments.of("traffic.csv", Column.names(TrafficCsv.SECONDS)));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyColumnIsExplainedInTheOrderOfTheFile(String file, List<String> columns) {
        assertThat(of(file)).extracting(row -> row.text("column")).containsExactlyElementsOf(columns);
        assertThat(of(file)).extracting(row -> row.text("meaning")).doesNotContain("");
    }

    @Test
    void theUnitIsThatOfTheName() {
        assertThat(declared).allSatisfy(row -> UNITS.entrySet().stream()
                .filter(unit -> row.text("column").endsWith(unit.getKey()))
                .max(Map.Entry.comparingByKey(Comparator.comparingInt(String::length)))
                .ifPresent(unit -> assertThat(row.text("unit"))
                        .as(row.text("column"))
                        .satisfiesAnyOf(
                                text -> assertThat(text).isEqualTo(unit.getValue()),
                                // A pace of bytes.
                                text -> assertThat(text).isEqualTo("bytes/s"))));
    }

    @Test
    void thePageIsMadeOfThem() throws IOException {
        String page = Files.readString(PAGE, StandardCharsets.UTF_8);
        String made = made(page);
        if (Boolean.getBoolean("ceiling.write-columns")) {
            Files.writeString(PAGE, made, StandardCharsets.UTF_8);
            page = made;
        }

        assertThat(page).isEqualTo(made);
    }

    private List<CsvRow> of(String file) {
        return declared.stream().filter(row -> row.text("file").equals(file)).toList();
    }

    /** Returns the page with the tables of every section that is named like a file of columns.csv. */
    private String made(String page) {
        return Stream.of(page.split("(?m)^(?=## )")).map(this::section).collect(Collectors.joining());
    }

    private String section(String section) {
        List<String> lines = List.of(section.split("\n", -1));
        List<CsvRow> columns = of(lines.get(0).replaceFirst("^## ", ""));
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
        if (!columns.get(0).text("file").equals(CEILINGS)) {
            return table(columns);
        }
        List<String> lines = new ArrayList<>();
        for (CeilingsCsv.Group group : CeilingsCsv.GROUPS) {
            List<String> names = Column.names(group.columns());
            lines.addAll(List.of("### " + group.words(), ""));
            lines.addAll(table(columns.stream()
                    .filter(column -> names.contains(column.text("column")))
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
            if (!alike.isEmpty() && !alike.get(0).text("meaning").equals(column.text("meaning"))) {
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
                                .map(column -> "`%s`".formatted(column.text("column")))
                                .collect(Collectors.joining(", ")),
                        alike.stream()
                                .map(column -> column.text("unit"))
                                .filter(unit -> !unit.isEmpty())
                                .distinct()
                                .collect(Collectors.joining(", ")),
                        alike.get(0).text("meaning"));
    }
}
