package io.ceiling.aftermath;

import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;

/** The file storms.csv with a row for each storm. */
final class StormsCsv {

    public static final String FILE = "storms.csv";

    /** A row. */
    public record StormRow(String run, Scenario scenario, Storm storm) {

        private Storm.Served served() {
            return storm.served();
        }

        private Storm.Queue queue() {
            return storm.queue();
        }
    }

    public static final List<Column<StormRow>> COLUMNS = List.of(
            new Column<>("run", StormRow::run),
            new Column<>("scenario", row -> row.scenario().name()),
            new Column<>("accept_count", row -> Cell.of(row.storm().acceptCount())),
            new Column<>("connections", row -> Cell.of(row.storm().connections())),
            new Column<>("within_ns", row -> Cell.of(row.storm().within().toNanos())),
            new Column<>("passed", row -> Boolean.toString(row.storm().passed())),
            new Column<>("why", row -> Cell.text(row.storm().failure())),
            new Column<>("served_connections", row -> Cell.of(row.served().count())),
            new Column<>("failed_connections", row -> Cell.of(row.served().failed())),
            new Column<>("slow_connects", row -> Cell.of(row.served().slowConnects())),
            new Column<>("half_served_ns", row -> Cell.of(row.served().since().halfNanos())),
            new Column<>("p99_served_ns", row -> Cell.of(row.served().since().mostNanos())),
            new Column<>("all_served_ns", row -> Cell.of(row.served().since().allNanos())),
            new Column<>(
                    "first_answer_p50_ns", row -> Cell.of(row.served().answers().p50Nanos())),
            new Column<>(
                    "first_answer_p99_ns", row -> Cell.of(row.served().answers().p99Nanos())),
            new Column<>(
                    "first_answer_max_ns", row -> Cell.of(row.served().answers().maxNanos())),
            new Column<>("listen_overflows", row -> Cell.of(row.queue().overflows())),
            new Column<>("listen_drops", row -> Cell.of(row.queue().drops())),
            new Column<>("syn_retransmits", row -> Cell.of(row.queue().synRetransmits())),
            new Column<>("queue_high_water", row -> Cell.of(row.queue().highWater())),
            new Column<>("queue_length", row -> Cell.of(row.queue().length())));

    private StormsCsv() {}
}
