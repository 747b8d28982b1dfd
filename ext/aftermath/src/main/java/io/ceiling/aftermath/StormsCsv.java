package io.ceiling.aftermath;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
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
            new Column<>(Keys.SCENARIO, row -> row.scenario().name()),
            new Column<>(Dimension.ACCEPT_COUNT, row -> row.storm().acceptCount()),
            new Column<>(AftermathCsv.CONNECTIONS, row -> row.storm().connections()),
            new Column<>("within_ns", row -> row.storm().reconnectTime().toNanos()),
            new Column<>(Keys.PASSED, row -> row.storm().passed()),
            new Column<>(Keys.WHY, row -> row.storm().failure()),
            new Column<>(Keys.SERVED, row -> row.served().count()),
            new Column<>("failed_connections", row -> row.served().failed()),
            new Column<>("slow_connects", row -> row.served().slowConnects()),
            new Column<>("half_served_ns", row -> row.served().timesSinceDrop().halfNanos()),
            new Column<>("p99_served_ns", row -> row.served().timesSinceDrop().p99Nanos()),
            new Column<>("all_served_ns", row -> row.served().timesSinceDrop().allNanos()),
            new Column<>(Keys.FIRST_ANSWER.p50(), row -> row.served().answers().p50Nanos()),
            new Column<>(Keys.FIRST_ANSWER.p99(), row -> row.served().answers().p99Nanos()),
            new Column<>(Keys.FIRST_ANSWER.max(), row -> row.served().answers().maxNanos()),
            new Column<>("listen_overflows", row -> row.queue().overflows()),
            new Column<>("listen_drops", row -> row.queue().drops()),
            new Column<>("syn_retransmits", row -> row.queue().synRetransmits()),
            new Column<>("queue_high_water", row -> row.queue().highWater()),
            new Column<>("queue_length", row -> row.queue().length()));

    private StormsCsv() {}
}
