package io.ceiling.traffic;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.List;

/** Makes the headline of requests over held connections from their totals alone. Pure functions. */
final class TrafficHeadline {

    private TrafficHeadline() {}

    /** Returns the headline for the row with the totals. */
    static Headline of(CsvRow row) {
        double p99 = row.amount("response_p99_ns");
        boolean held = row.text("why").isEmpty();
        boolean answered = row.amount("requests_answered") > 0;
        String sentence = answered
                ? "%s held %s %s and answered %s requests a second, 99 %% of them within %s."
                        .formatted(
                                Phrases.server(row),
                                Phrases.count(row.amount("alive")),
                                Phrases.held(row),
                                Phrases.count(row.amount("requests_per_s")),
                                Phrases.time(p99))
                : "%s answered no request while connections were held.".formatted(Phrases.server(row));
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(
                Phrases.count(row.amount("alive")),
                "connections held",
                "of %s asked for".formatted(Phrases.count(row.amount("connections")))));
        if (answered) {
            figures.add(new Figure(
                    Phrases.count(row.amount("requests_per_s")),
                    "requests a second",
                    "offered %s".formatted(Phrases.count(row.amount("requests_offered_per_s")))));
            figures.add(new Figure(
                    Phrases.time(p99), "p99 response time", "p50 " + Phrases.time(row.amount("response_p50_ns"))));
        }
        row.number("connections_per_s")
                .ifPresent(rate ->
                        figures.add(new Figure(Phrases.count(rate), "connections a second", "while they were opened")));
        row.number("probe_requests_per_s")
                .ifPresent(rate -> figures.add(new Figure(
                        Phrases.count(rate),
                        "requests a second",
                        "a probe of %s beside them"
                                .formatted(Phrases.count((long) row.amount("probe_connections"), "connection")))));
        String marks =
                row.text("marks").isEmpty() ? "" : "Against these figures speaks: %s.".formatted(row.text("marks"));
        String why = held ? "" : "Not all were held: %s.".formatted(row.text("why"));
        return new Headline(sentence, Phrases.joined(why, marks), held ? "reached" : "invalid", figures);
    }
}
