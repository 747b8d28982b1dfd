package io.ceiling.rooms;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.CsvRow;
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
                .filter(row -> row.number("round_trip_p50_ns").isPresent())
                .map(row -> new Bubble(
                        new BubbleLoad(
                                "%s, %s".formatted(RoomsKnee.server(row), row.text("transport")),
                                row.text("fork"),
                                row.amount("users"),
                                row.amount("rooms"),
                                row.amount("pause_ns") / 1e6),
                        new Delivered(
                                row.amount("deliveries_per_s"),
                                row.amount("delivered_bytes_per_s"),
                                row.amount("deliveries_lost")),
                        new RoundTrip(
                                row.amount("round_trip_p50_ns"),
                                row.amount("round_trip_p99_ns"),
                                row.amount("round_trip_max_ns")),
                        row.amount("host_idle_share"),
                        row.is("passed"),
                        row.text("marks")))
                .toList();
    }
}
