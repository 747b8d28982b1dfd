package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Chart and table of docs/defaults.md are made from the rows that it/defaults wrote. With
 * {@code -Dceiling.write-docs=true} this test writes them.
 */
class DefaultsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "defaults.md");
    private static final String BEGIN = "<!-- made from results/reference/defaults.csv -->\n";
    private static final String END = "<!-- end -->\n";

    private static final int LONGEST_BAR = 40;
    private static final double LARGEST = 2_000;

    @Test
    void chartAndTableAreThoseOfTheRows() throws IOException {
        String page = Files.readString(PAGE, StandardCharsets.UTF_8);
        List<CsvRow> rows = CsvTable.read(Path.of("..", "results", "reference"), "defaults.csv").rows().stream()
                .filter(row -> !row.cell("right").isEmpty())
                .toList();
        String written = chart(rows) + "\n" + table(rows);
        String expected = page.substring(0, page.indexOf(BEGIN)) + BEGIN + written + page.substring(page.indexOf(END));

        if (Boolean.getBoolean("ceiling.write-docs")) {
            Files.writeString(PAGE, expected, StandardCharsets.UTF_8);
        }
        assertThat(Files.readString(PAGE, StandardCharsets.UTF_8)).isEqualTo(expected);
    }

    private static String chart(List<CsvRow> rows) {
        Map<Integer, List<String>> products = new TreeMap<>();
        rows.stream()
                .filter(row -> row.cell("right").equals("yes")
                        && !row.cell("limit").isEmpty()
                        && !row.cell("expected_number").isEmpty())
                .forEach(row -> products.computeIfAbsent(number(row), number -> new ArrayList<>())
                        .add(row.cell("name").replaceFirst(" \\(Debian\\)$", "")));
        return products.entrySet().stream()
                .map(entry -> "    %5d %s %s\n"
                        .formatted(entry.getKey(), bar(entry.getKey()), String.join("; ", entry.getValue())))
                .collect(Collectors.joining());
    }

    /** Returns a bar whose length grows by the logarithm of the number. */
    private static String bar(int number) {
        return "=".repeat((int) Math.max(1, Math.round(LONGEST_BAR * Math.log(number) / Math.log(LARGEST))));
    }

    private static int number(CsvRow row) {
        return Integer.parseInt(row.cell("number"));
    }

    private static String table(List<CsvRow> rows) {
        return rows.stream()
                .sorted(Comparator.comparing((CsvRow row) -> row.cell("kind")).thenComparing(row -> row.cell("name")))
                .map(DefaultsPageTest::line)
                .collect(Collectors.joining(
                        "",
                        """
                        | product | number | limit that Ceiling named | setting and default | s |
                        |---|---|---|---|---|
                        """,
                        ""));
    }

    private static String line(CsvRow row) {
        boolean undecided = row.cell("number").isEmpty();
        boolean none = row.cell("limit").isEmpty() && !undecided;
        String wrong = row.cell("right").equals("yes")
                ? ""
                : ", **wrong**%s"
                        .formatted(row.cell("expected_number").isEmpty() ? "" : ": " + row.cell("expected_number"));
        return "| %s %s | %s%s%s | %s%s | [%s](%s) | %s |\n"
                .formatted(
                        row.cell("name"),
                        row.cell("version").replaceFirst("^[Vv](?=\\d)", ""),
                        none ? ">= " : "",
                        row.cell("number"),
                        undecided || row.cell("request").startsWith("--in-flight") ? "" : " held",
                        none ? "none up to there" : undecided ? row.cell("reason") : row.cell("limit"),
                        wrong,
                        row.cell("setting").replace("|", "\\|"),
                        row.cell("source"),
                        row.cell("seconds"));
    }
}
