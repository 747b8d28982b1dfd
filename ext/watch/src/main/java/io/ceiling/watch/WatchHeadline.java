package io.ceiling.watch;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.List;

/** Makes the headline of a watched load tool from its rows alone. Pure functions. */
final class WatchHeadline {

    private WatchHeadline() {}

    /**
     * Returns the headline.
     *
     * @param limits rows of watch.csv, those of the load tool first
     * @param samples rows of samples.csv; none if they were not read, as for the index of runs
     */
    static Headline of(List<CsvRow> limits, List<CsvRow> samples) {
        List<Headline.Figure> figures = new ArrayList<>();
        figures.add(new Headline.Figure(
                Phrases.count(limits.size()), Plural.noun(limits.size(), "limit") + " met", "while the load tool ran"));
        samples.stream()
                .mapToDouble(row -> row.amount(Keys.LOAD_ASKED))
                .max()
                .ifPresent(most -> figures.add(new Headline.Figure(
                        Phrases.count(most), "connections at most", "of the tool, waiting ones included")));
        if (limits.isEmpty()) {
            return new Headline(
                    "No limit was seen while the load tool ran.",
                    "Readings of the server, its host and the tool while it ran.",
                    "at-least",
                    figures);
        }
        // A host that other processes keep busy is named only if no other limit was met.
        CsvRow first = limits.stream()
                .filter(row -> !row.text(WatchCsv.FACTOR).equals(LimitingFactor.HOST_CPU.label()))
                .findFirst()
                .orElse(limits.get(0));
        boolean ofTool = LimitingFactor.find(first.text(WatchCsv.FACTOR))
                .map(LimitingFactor::invalidates)
                .orElse(false);
        return new Headline(
                "The load tool met %s after %s s%s."
                        .formatted(
                                Phrases.factor(first.text(WatchCsv.FACTOR)),
                                first.text(WatchCsv.FROM),
                                ofTool ? ": from then on its figures are not the server's alone" : ""),
                first.text(Keys.EVIDENCE),
                ofTool ? "invalid" : "reached",
                figures);
    }
}
