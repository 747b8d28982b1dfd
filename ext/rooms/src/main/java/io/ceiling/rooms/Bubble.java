package io.ceiling.rooms;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.List;

/** One pause of chat rooms: the messages that were delivered, and their round trips. */
public record Bubble(
        @JsonUnwrapped BubbleLoad load,
        @JsonUnwrapped Delivered delivered,
        @JsonUnwrapped RoundTrip roundTrip,
        double idleShare,
        boolean passed,
        String marks) {

    /** The server with its transport, its members, and the pause between their bursts. */
    record BubbleLoad(String server, String fork, double users, double rooms, double pauseMillis) {}

    /** The messages that members received, and those that were lost. */
    record Delivered(double deliveriesPerSecond, double bytesPerSecond, double lost) {}

    /** The times from the intended start of a message to its arrival at a member. */
    record RoundTrip(double p50Nanos, double p99Nanos, double maxNanos) {}

    /** Returns the rows of rooms.csv that have round trips. */
    public static List<Bubble> of(List<CsvRow> rows) {
        return rows.stream()
                .filter(row -> row.number(RoomsCsv.ROUND_TRIP.p50()).isPresent())
                .map(row -> new Bubble(
                        new BubbleLoad(
                                "%s, %s".formatted(Phrases.title(row), row.text(Dimension.TRANSPORT)),
                                row.text(Dimension.FORKS),
                                row.amount(RoomsCsv.USERS),
                                row.amount(RoomsCsv.ROOMS),
                                row.amount(RoomsCsv.PAUSE) / 1e6),
                        new Delivered(
                                row.amount(RoomsCsv.DELIVERIES),
                                row.amount(RoomsCsv.DELIVERED_BYTES),
                                row.amount(RoomsCsv.LOST)),
                        new RoundTrip(
                                row.amount(RoomsCsv.ROUND_TRIP.p50()),
                                row.amount(RoomsCsv.ROUND_TRIP.p99()),
                                row.amount(RoomsCsv.ROUND_TRIP.max())),
                        row.amount(RoomsCsv.IDLE),
                        row.isTrue(Keys.PASSED),
                        row.text(Keys.MARKS)))
                .toList();
    }
}
