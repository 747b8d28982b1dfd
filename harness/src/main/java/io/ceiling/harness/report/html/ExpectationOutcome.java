package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An expectation of the run with its outcome, made from expectations.csv.
 *
 * @param text the expectation as it was given
 * @param isMet true if all matching scenarios meet it
 * @param scenarios number of matching scenarios
 * @param measuredValues scenario and figure of each; if some missed it, only of these
 */
record ExpectationOutcome(String text, boolean isMet, int scenarios, List<String> measuredValues) {

    // Most figures of one expectation that the page shows.
    private static final int MAX = 4;

    ExpectationOutcome {
        measuredValues = List.copyOf(measuredValues);
    }

    /**
     * Returns the expectations, those that were missed first.
     *
     * @param rows rows of expectations.csv
     * @param cells cells of the run, which have the short names of scenarios
     */
    static List<ExpectationOutcome> of(List<CsvRow> rows, List<MatrixCell> cells) {
        Map<String, String> labels = new LinkedHashMap<>();
        cells.forEach(cell -> labels.putIfAbsent(cell.medianRow().scenarioWithoutFork(), cell.label()));
        List<ExpectationOutcome> kept = new ArrayList<>();
        List<ExpectationOutcome> missed = new ArrayList<>();
        CsvTable.grouped(rows, row -> row.text(Keys.EXPECTATION)).forEach((text, results) -> {
            boolean all = results.stream().allMatch(row -> row.isTrue(Keys.KEPT));
            List<String> was = results.stream()
                    .filter(row -> all || !row.isTrue(Keys.KEPT))
                    .map(row ->
                            "%s: %s".formatted(labels.getOrDefault(row.scenario(), row.scenario()), row.text(Keys.WAS)))
                    .toList();
            (all ? kept : missed).add(new ExpectationOutcome(text, all, results.size(), was));
        });
        missed.addAll(kept);
        return missed;
    }

    /** Returns the outcome as a line, such as {@code by 2 of 6 scenarios: nio websocket: 2 020; bio websocket: 200}. */
    String outcome() {
        String some = String.join("; ", measuredValues.subList(0, Math.min(MAX, measuredValues.size())));
        String more = measuredValues.size() > MAX
                ? "; and %s more".formatted(Phrases.count((long) measuredValues.size() - MAX))
                : "";
        if (scenarios == 1) {
            return some;
        }
        return "%s: %s%s"
                .formatted(
                        isMet
                                ? "by all " + Phrases.count(scenarios, "scenario")
                                : "by %s of %s"
                                        .formatted(
                                                Phrases.count(measuredValues.size()),
                                                Phrases.count(scenarios, "scenario")),
                        some,
                        more);
    }
}
