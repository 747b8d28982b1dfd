package io.ceiling.harness.report;

import io.ceiling.harness.model.Deliveries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What became of the messages of a step, as columns; all empty where none were published. */
final class MessageColumns {

    static final List<Column<Optional<Deliveries>>> ALL = all();

    private MessageColumns() {}

    private static List<Column<Optional<Deliveries>>> all() {
        List<Column<Optional<Deliveries>>> columns = new ArrayList<>();
        columns.add(
                column("messages_offered_per_s", d -> d.offeredPerSecond() == 0 ? "" : Cell.of(d.offeredPerSecond())));
        columns.add(column("messages_published", d -> Cell.of(d.published())));
        columns.add(column("messages_published_per_s", d -> Cell.of(d.publishedPerSecond())));
        columns.add(column("messages_published_late", d -> Cell.of(d.publishedLate())));
        columns.add(column("messages_due", d -> Cell.of(d.due())));
        columns.add(column("messages_received", d -> Cell.of(d.received())));
        columns.add(column("messages_received_per_s", d -> Cell.of(d.receivedPerSecond())));
        columns.add(column("messages_lost", d -> Cell.of(d.lost())));
        columns.add(column("messages_dropped", d -> Cell.of(d.dropped())));
        columns.add(column("messages_duplicated", d -> Cell.of(d.duplicates())));
        columns.add(column("messages_out_of_order", d -> Cell.of(d.outOfOrder())));
        columns.add(column(
                "message_bytes_mean",
                d -> d.received() == 0 ? "" : Cell.of((double) d.receivedBytes() / d.received())));
        columns.add(column("messages_duration_ns", d -> Cell.of(d.durationNanos())));
        columns.add(column("slow_clients", d -> Cell.of(d.slowClients())));
        columns.add(column("server_pause_max_ns", d -> Cell.seen(d.serverPauseNanos())));
        columns.add(column("load_pause_max_ns", d -> Cell.of(d.agentPauseNanos())));
        columns.add(column("delivery_mean_ns", d -> d.times().count() == 0 ? "" : Cell.of(d.meanNanos())));
        columns.add(column("delivery_p50_ns", d -> known(d, d.times().p50Nanos())));
        columns.add(column("delivery_p99_ns", d -> known(d, d.times().p99Nanos())));
        columns.add(column("delivery_p999_ns", d -> known(d, d.times().p999Nanos())));
        columns.add(column("delivery_max_ns", d -> known(d, d.times().maxNanos())));
        columns.add(
                column("delivery_service_p50_ns", d -> known(d, d.serviceTimes().p50Nanos())));
        columns.add(
                column("delivery_service_p99_ns", d -> known(d, d.serviceTimes().p99Nanos())));
        columns.add(column("load_cores", d -> Cell.of(d.agentCores())));
        columns.add(column("messages_marks", d -> String.join("; ", d.marks())));
        return List.copyOf(columns);
    }

    private static String known(Deliveries deliveries, long value) {
        return deliveries.times().count() == 0 ? "" : Cell.of(value);
    }

    private static Column<Optional<Deliveries>> column(String name, Function<Deliveries, String> cell) {
        return new Column<>(name, deliveries -> deliveries.map(cell).orElse(""));
    }
}
