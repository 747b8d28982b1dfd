package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes the headline of a run of any command from its rows alone. Pure functions. */
final class Headlines {

    private Headlines() {}

    /**
     * Returns the headline for the files that the run has written.
     *
     * @param unfinished number of scenarios that were begun and have no row
     */
    static Headline of(CsvTable ceilings, CsvTable climb, CsvTable rooms, CsvTable totals, long unfinished) {
        if (!totals.isEmpty()) {
            return traffic(totals.rows().get(0));
        }
        if (!rooms.isEmpty()) {
            return rooms(rooms.rows());
        }
        List<MatrixCell> cells = MatrixCell.of(ceilings.rows());
        if (!climb.isEmpty()) {
            return climb(
                    climb.rows().stream()
                            .filter(row -> row.text("control").isEmpty())
                            .toList(),
                    cells);
        }
        return CeilingHeadline.of(cells, unfinished);
    }

    /** Returns the headline of the climb that reached most connections. */
    private static Headline climb(List<CsvRow> steps, List<MatrixCell> cells) {
        CsvRow top = steps.stream()
                .max(Comparator.comparingDouble(row -> row.amount("ceiling_connections")))
                .orElseThrow();
        List<CsvRow> climb = steps.stream()
                .filter(row -> row.text("climb").equals(top.text("climb")))
                .toList();
        CsvRow first = climb.get(0);
        CsvRow scenario = cells.stream()
                .flatMap(cell -> cell.forks().stream())
                .filter(row -> row.text("scenario").equals(top.text("scenario")))
                .findFirst()
                .orElse(top);
        long relieved = climb.stream()
                .filter(row -> row.amount("step") <= top.amount("step") && row.amount("moved_connections") > 0)
                .count();
        String sentence = "%s climbed from %s to %s %s by %s; %s."
                .formatted(
                        Phrases.server(scenario),
                        Phrases.count(first.amount("ceiling_connections")),
                        Phrases.count(top.amount("ceiling_connections")),
                        Phrases.held(scenario),
                        relieved == 1 ? "one relieved limit" : "%s relieved limits".formatted(Phrases.count(relieved)),
                        ending(climb.get(climb.size() - 1)));
        long confirmed = proofs(steps, "confirmed") + proofs(steps, "cured");
        long refuted = proofs(steps, "refuted");
        long climbs = steps.stream().map(row -> row.text("climb")).distinct().count();
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(Phrases.count(top.amount("ceiling_connections")), "held at the top", top.text("climb")));
        figures.add(new Figure(
                Phrases.count(first.amount("ceiling_connections")),
                "held at the start",
                "stopped by " + Phrases.factor(first.text("limiting_factor"))));
        figures.add(new Figure(
                "%s of %s".formatted(Phrases.count(confirmed), Phrases.count(confirmed + refuted)),
                "predictions confirmed",
                refuted == 0 ? "none was refuted" : "%s refuted".formatted(Phrases.count(refuted))));
        figures.add(new Figure(
                Phrases.count(steps.size()),
                Plural.noun(steps.size(), "step"),
                climbs == 1 ? "of one climb" : "of %d climbs".formatted(climbs)));
        return new Headline(sentence, ended(climb), top.text("verdict"), figures);
    }

    private static String ending(CsvRow last) {
        return switch (last.text("verdict")) {
            case "reached" -> stopsNow(last.text("limiting_factor"));
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
        String why = climb.get(climb.size() - 1).text("ended");
        return why.isEmpty() ? "The climb was broken off." : "The climb ended: %s.".formatted(why);
    }

    private static long proofs(List<CsvRow> steps, String proof) {
        return steps.stream().filter(row -> row.text("proof").equals(proof)).count();
    }

    /** Returns the headline of the point with the most deliveries among those that passed. */
    private static Headline rooms(List<CsvRow> rows) {
        Optional<CsvRow> knee = rows.stream()
                .filter(row -> row.is("passed"))
                .max(Comparator.comparingDouble(row -> row.amount("deliveries_per_s")));
        long measured = rows.stream().filter(row -> row.text("why").isEmpty()).count();
        long passed = rows.stream().filter(row -> row.is("passed")).count();
        Figure count = new Figure(
                "%s of %s".formatted(Phrases.count(passed), Phrases.count(measured)),
                "points passed",
                "nothing lost, steady, p99 within the objective");
        if (knee.isEmpty()) {
            return new Headline(
                    "%s delivered no rate steadily: at every pause tried messages were late, lost or grew later."
                            .formatted(Phrases.server(rows.get(0))),
                    why(rows),
                    "invalid",
                    List.of(count));
        }
        CsvRow best = knee.get();
        String sentence = "%s delivered %s messages a second to %s in %s, 99 %% of them within %s."
                .formatted(
                        Phrases.server(best),
                        Phrases.count(best.amount("deliveries_per_s")),
                        Phrases.count((long) best.amount("users"), "user"),
                        Phrases.count((long) best.amount("rooms"), "room"),
                        Phrases.time(best.amount("round_trip_p99_ns")));
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(
                Phrases.count(best.amount("deliveries_per_s")),
                "messages a second",
                "delivered, the most that passed"));
        figures.add(new Figure(
                Phrases.time(best.amount("round_trip_p99_ns")),
                "p99 there",
                "p50 " + Phrases.time(best.amount("round_trip_p50_ns"))));
        rows.stream()
                .filter(row -> row.is("passed"))
                .max(Comparator.comparingDouble((CsvRow row) -> row.amount("users"))
                        .thenComparingDouble(row -> row.amount("deliveries_per_s")))
                .ifPresent(row -> figures.add(new Figure(
                        Phrases.count(row.amount("users")),
                        "users at most",
                        "%s messages/s to them".formatted(Phrases.count(row.amount("deliveries_per_s"))))));
        figures.add(count);
        return new Headline(sentence, why(rows), "reached", figures);
    }

    private static String why(List<CsvRow> rows) {
        return rows.stream()
                .map(row -> row.text("why"))
                .filter(why -> !why.isEmpty())
                .findFirst()
                .map("Not measured: %s."::formatted)
                .orElse("Round trips from the intended start of a message to its arrival.");
    }

    private static Headline traffic(CsvRow row) {
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
