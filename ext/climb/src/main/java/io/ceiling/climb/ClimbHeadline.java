package io.ceiling.climb;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes the headline of climbs from their rows alone. Pure functions. */
final class ClimbHeadline {

    private ClimbHeadline() {}

    /**
     * Returns the headline of the climb that reached most connections.
     *
     * @param rows rows of climb.csv
     * @param ceilings rows of ceilings.csv
     */
    static Headline of(List<CsvRow> rows, List<CsvRow> ceilings) {
        List<CsvRow> steps = rows.stream()
                .filter(row -> row.text(ClimbCsv.CONTROL).isEmpty())
                .toList();
        CsvRow top = steps.stream()
                .max(Comparator.comparingDouble(row -> row.amount(Keys.CEILING)))
                .orElseThrow();
        List<CsvRow> climb = steps.stream()
                .filter(row -> row.text(ClimbCsv.CLIMB).equals(top.text(ClimbCsv.CLIMB)))
                .toList();
        CsvRow first = climb.get(0);
        CsvRow scenario = ceilings.stream()
                .filter(row -> row.scenario().equals(top.scenario()))
                .findFirst()
                .orElse(top);
        long relieved = climb.stream()
                .filter(row -> row.amount(ClimbCsv.STEP) <= top.amount(ClimbCsv.STEP) && row.amount(ClimbCsv.MOVED) > 0)
                .count();
        String sentence = "%s climbed from %s to %s %s by %s; %s."
                .formatted(
                        Phrases.server(scenario),
                        Phrases.count(first.amount(Keys.CEILING)),
                        Phrases.count(top.amount(Keys.CEILING)),
                        Phrases.countedNoun(scenario),
                        relieved == 1 ? "one relieved limit" : "%s relieved limits".formatted(Phrases.count(relieved)),
                        ending(climb.get(climb.size() - 1)));
        long confirmed = proofs(steps, "confirmed") + proofs(steps, "cured");
        long refuted = proofs(steps, "refuted");
        long climbs =
                steps.stream().map(row -> row.text(ClimbCsv.CLIMB)).distinct().count();
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(Phrases.count(top.amount(Keys.CEILING)), "held at the top", top.text(ClimbCsv.CLIMB)));
        figures.add(new Figure(
                Phrases.count(first.amount(Keys.CEILING)),
                "held at the start",
                "stopped by " + Phrases.factor(first.text(Keys.FACTOR))));
        figures.add(new Figure(
                "%s of %s".formatted(Phrases.count(confirmed), Phrases.count(confirmed + refuted)),
                "predictions confirmed",
                refuted == 0 ? "none was refuted" : "%s refuted".formatted(Phrases.count(refuted))));
        figures.add(new Figure(
                Phrases.count(steps.size()),
                Plural.noun(steps.size(), "step"),
                climbs == 1 ? "of one climb" : "of %d climbs".formatted(climbs)));
        return new Headline(sentence, ended(climb), top.text(Keys.VERDICT), figures);
    }

    private static String ending(CsvRow last) {
        return switch (last.text(Keys.VERDICT)) {
            case "reached" -> stopsNow(last.text(Keys.FACTOR));
            case "at-least" -> "nothing stopped it there";
            default -> "its last step says nothing about the server";
        };
    }

    private static String stopsNow(String factor) {
        boolean plural =
                LimitingFactor.find(factor).map(LimitingFactor::isPlural).orElse(false);
        return Phrases.factor(factor) + (plural ? " stop it now" : " stops it now");
    }

    private static String ended(List<CsvRow> climb) {
        String why = climb.get(climb.size() - 1).text(ClimbCsv.ENDED);
        return why.isEmpty() ? "The climb was broken off." : "The climb ended: %s.".formatted(why);
    }

    private static long proofs(List<CsvRow> steps, String proof) {
        return steps.stream()
                .filter(row -> row.text(ClimbCsv.PROOF).equals(proof))
                .count();
    }
}
