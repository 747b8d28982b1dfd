package io.ceiling.capacity.predict;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Makes the headline of predicted limits, from their rows alone. Pure functions. */
final class PredictionHeadline {

    private static final int MAX_FIGURES = 4;
    private static final double PERCENT = 100;

    private PredictionHeadline() {}

    static Headline of(List<CsvRow> rows) {
        List<CsvRow> limits = rows.stream()
                .filter(row -> row.text(PredictionCsv.ROW).equals("predicted"))
                .toList();
        String detail = "From at most %s; a ramp would break the server to find it."
                .formatted(Phrases.count((long) rows.get(0).amount(PredictionCsv.MOST_CONNECTIONS), "connection"));
        if (limits.isEmpty()) {
            return new Headline("No limit of the server could be predicted.", detail, "invalid", List.of());
        }
        List<Headline.Figure> figures = new ArrayList<>();
        limits.stream()
                .limit(MAX_FIGURES)
                .forEach(row -> figures.add(new Headline.Figure(
                        Phrases.count(row.amount(PredictionCsv.CONNECTIONS)),
                        Phrases.factor(row.text(PredictionCsv.FACTOR)),
                        note(row))));
        CsvRow nearest = limits.get(0);
        return new Headline(
                "The nearest limit is predicted at %s: %s (%s)."
                        .formatted(
                                Phrases.count((long) nearest.amount(PredictionCsv.CONNECTIONS), "connection"),
                                Phrases.factor(nearest.text(PredictionCsv.FACTOR)),
                                nearest.text(PredictionCsv.LIMIT)),
                detail,
                "at-least",
                figures);
    }

    private static String note(CsvRow row) {
        OptionalDouble low = row.number(PredictionCsv.LOW);
        OptionalDouble high = row.number(PredictionCsv.HIGH);
        String interval = low.isEmpty()
                ? "no interval"
                : "%s %s"
                        .formatted(
                                Phrases.count(Math.max(0, Math.floor(low.getAsDouble()))),
                                high.isEmpty() ? "or more" : "to " + Phrases.count(Math.ceil(high.getAsDouble())));
        return "%s; %s, %.1f %% reached"
                .formatted(row.text(PredictionCsv.LIMIT), interval, PERCENT * row.amount(PredictionCsv.SHARE_REACHED));
    }
}
