package io.ceiling.climb;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Numbers;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One climb: the ceiling after each limit that was raised. */
public record ClimbChart(String name, List<Stair> stairs, String ended) {

    /**
     * One step of a climb.
     *
     * @param change change such as {@code nofile 1024 → 20000}; {@code start} for the first step
     */
    public record Stair(
            String change,
            @JsonUnwrapped TestedChange trial,
            double connections,
            String words,
            String family,
            @JsonUnwrapped Published published) {}

    /** The prediction for the change, and the result. */
    public record TestedChange(String tested, String predicted, String verdict, @Nullable Double moved, String proof) {}

    /** The figure of a published experiment for this step. */
    public record Published(@Nullable Double published, String publishedWords) {}

    public ClimbChart {
        stairs = List.copyOf(stairs);
    }

    public static List<ClimbChart> of(List<CsvRow> rows) {
        // A climb does not go on from the settings of a control.
        List<CsvRow> steps = rows.stream()
                .filter(row -> row.text(ClimbCsv.CONTROL).isEmpty())
                .toList();
        return CsvTable.grouped(steps, row -> row.text(ClimbCsv.CLIMB)).values().stream()
                .map(climb -> new ClimbChart(
                        climb.get(0).text(ClimbCsv.CLIMB),
                        climb.stream().map(ClimbChart::stair).toList(),
                        climb.get(climb.size() - 1).text(ClimbCsv.ENDED)))
                .toList();
    }

    private static Stair stair(CsvRow row) {
        String factor = row.text(Keys.FACTOR);
        String change = row.text(ClimbCsv.SETTING).isEmpty()
                ? "start"
                : "%s %s → %s".formatted(row.text(ClimbCsv.SETTING), row.text(ClimbCsv.FROM), row.text(ClimbCsv.TO));
        return new Stair(
                change,
                new TestedChange(
                        Phrases.factor(row.text(ClimbCsv.TESTED)),
                        row.text(ClimbCsv.PREDICTED),
                        row.text(Keys.VERDICT),
                        Numbers.orNull(row.number(ClimbCsv.MOVED)),
                        row.text(ClimbCsv.PROOF)),
                row.amount(Keys.CEILING),
                Phrases.factor(factor),
                Phrases.family(factor),
                new Published(Numbers.orNull(row.number(ClimbCsv.PUBLISHED)), row.text(ClimbCsv.PUBLISHED_STOP)));
    }
}
