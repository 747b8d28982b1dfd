package io.ceiling.traffic;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.List;

/** Makes the headline of requests over held connections from their totals alone. Pure functions. */
final class TrafficHeadline {

    private TrafficHeadline() {}

    static Headline of(CsvRow row) {
        double p99 = row.amount(Keys.RESPONSE.p99());
        boolean held = row.text(Keys.WHY).isEmpty();
        boolean answered = row.amount(TrafficCsv.ANSWERED) > 0;
        String sentence = answered
                ? "%s held %s %s and answered %s requests a second, 99 %% of them within %s."
                        .formatted(
                                Phrases.server(row),
                                Phrases.count(row.amount(TrafficCsv.ALIVE)),
                                Phrases.countedNoun(row),
                                Phrases.count(row.amount(TrafficCsv.REQUESTS)),
                                Phrases.time(p99))
                : "%s answered no request while connections were held.".formatted(Phrases.server(row));
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(
                Phrases.count(row.amount(TrafficCsv.ALIVE)),
                "connections held",
                "of %s asked for".formatted(Phrases.count(row.amount(TrafficCsv.CONNECTIONS)))));
        if (answered) {
            figures.add(new Figure(
                    Phrases.count(row.amount(TrafficCsv.REQUESTS)),
                    "requests a second",
                    "offered %s".formatted(Phrases.count(row.amount(TrafficCsv.OFFERED)))));
            figures.add(new Figure(
                    Phrases.time(p99), "p99 response time", "p50 " + Phrases.time(row.amount(Keys.RESPONSE.p50()))));
        }
        row.number(TrafficCsv.OPENED)
                .ifPresent(rate ->
                        figures.add(new Figure(Phrases.count(rate), "connections a second", "while they were opened")));
        row.number(TrafficCsv.PROBE_REQUESTS)
                .ifPresent(rate -> figures.add(new Figure(
                        Phrases.count(rate),
                        "requests a second",
                        "a probe of %s beside them"
                                .formatted(Phrases.count(
                                        (long) row.amount(TrafficCsv.PROBE_CONNECTIONS), "connection")))));
        String marks = row.text(Keys.MARKS).isEmpty()
                ? ""
                : "Against these figures speaks: %s.".formatted(row.text(Keys.MARKS));
        String why = held ? "" : "Not all were held: %s.".formatted(row.text(Keys.WHY));
        return new Headline(sentence, Phrases.joined(why, marks), held ? "reached" : "invalid", figures);
    }
}
