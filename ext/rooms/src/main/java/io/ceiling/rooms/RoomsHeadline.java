package io.ceiling.rooms;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes the headline of chat rooms from their points alone. Pure functions. */
final class RoomsHeadline {

    private RoomsHeadline() {}

    /** Returns the headline of the point with the most deliveries among those that passed. */
    static Headline of(List<CsvRow> rows) {
        Optional<CsvRow> knee = RoomsKnee.best(rows);
        long measured =
                rows.stream().filter(row -> row.text(Keys.WHY).isEmpty()).count();
        long passed = rows.stream().filter(row -> row.isTrue(Keys.PASSED)).count();
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
                        Phrases.count(best.amount(RoomsCsv.DELIVERIES)),
                        Phrases.count((long) best.amount(RoomsCsv.USERS), "user"),
                        Phrases.count((long) best.amount(RoomsCsv.ROOMS), "room"),
                        Phrases.time(best.amount(RoomsCsv.ROUND_TRIP.p99())));
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(
                Phrases.count(best.amount(RoomsCsv.DELIVERIES)),
                "messages a second",
                "delivered, the most that passed"));
        figures.add(new Figure(
                Phrases.time(best.amount(RoomsCsv.ROUND_TRIP.p99())),
                "p99 there",
                "p50 " + Phrases.time(best.amount(RoomsCsv.ROUND_TRIP.p50()))));
        rows.stream()
                .filter(row -> row.isTrue(Keys.PASSED))
                .max(Comparator.comparingDouble((CsvRow row) -> row.amount(RoomsCsv.USERS))
                        .thenComparingDouble(row -> row.amount(RoomsCsv.DELIVERIES)))
                .ifPresent(row -> figures.add(new Figure(
                        Phrases.count(row.amount(RoomsCsv.USERS)),
                        "users at most",
                        "%s messages/s to them".formatted(Phrases.count(row.amount(RoomsCsv.DELIVERIES))))));
        figures.add(count);
        return new Headline(sentence, why(rows), "reached", figures);
    }

    private static String why(List<CsvRow> rows) {
        return rows.stream()
                .map(row -> row.text(Keys.WHY))
                .filter(why -> !why.isEmpty())
                .findFirst()
                .map("Not measured: %s."::formatted)
                .orElse("Round trips from the intended start of a message to its arrival.");
    }
}
