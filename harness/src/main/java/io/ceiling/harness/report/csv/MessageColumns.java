package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.load.report.ChannelCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The columns of a step's messages; all are empty if none were published. */
final class MessageColumns {

    static final List<Column<Optional<Deliveries>>> ALL = all();

    private MessageColumns() {}

    /** Returns the offered rate; empty for publishing without pause, which offers no rate. */
    private static String offered(long perSecond) {
        return perSecond == 0 ? "" : Cell.of(perSecond);
    }

    private static List<Column<Optional<Deliveries>>> all() {
        List<Column<Optional<Deliveries>>> columns = new ArrayList<>();
        columns.add(column("messages_offered_per_s", d -> offered(d.published().offeredPerSecond())));
        columns.add(column("messages_published", d -> Cell.of(d.published().messages())));
        columns.add(
                column("messages_published_per_s", d -> Cell.of(d.published().perSecond())));
        columns.add(column("messages_published_late", d -> Cell.of(d.published().late())));
        columns.add(column("messages_due", d -> Cell.of(d.outboxes().due())));
        columns.add(column("messages_received", d -> Cell.of(d.received().messages())));
        columns.add(column("messages_received_per_s", d -> Cell.of(d.receivedPerSecond())));
        columns.add(column("messages_lost", d -> Cell.of(d.lost())));
        columns.add(column("messages_dropped", d -> Cell.of(d.outboxes().dropped())));
        columns.add(column("messages_duplicated", d -> Cell.of(d.received().duplicates())));
        columns.add(column("messages_out_of_order", d -> Cell.of(d.received().outOfOrder())));
        columns.add(column("message_bytes_mean", d -> meanBytes(d.received())));
        columns.add(column("messages_duration_ns", d -> Cell.of(d.durationNanos())));
        columns.add(column("slow_clients", d -> Cell.of(d.slowClients())));
        columns.add(column("server_pause_max_ns", d -> Cell.of(d.pauses().serverNanos())));
        columns.add(column("load_pause_max_ns", d -> Cell.of(d.pauses().agentNanos())));
        columns.add(response("mean", times -> Cell.of(times.meanNanos())));
        columns.add(response("p50", times -> Cell.of(times.p50Nanos())));
        columns.add(response("p99", times -> Cell.of(times.p99Nanos())));
        columns.add(response("p999", times -> Cell.of(times.p999Nanos())));
        columns.add(response("max", times -> Cell.of(times.maxNanos())));
        columns.add(service("p50", times -> Cell.of(times.p50Nanos())));
        columns.add(service("p99", times -> Cell.of(times.p99Nanos())));
        columns.add(column("load_cores", d -> Cell.of(d.agentCores())));
        columns.add(column("messages_marks", d -> String.join("; ", d.marks())));
        return List.copyOf(columns);
    }

    private static String meanBytes(ChannelCounts received) {
        return received.messages() == 0 ? "" : Cell.of((double) received.messageBytes() / received.messages());
    }

    private static Column<Optional<Deliveries>> response(String name, Function<ResponseTimes, String> cell) {
        return column("delivery_%s_ns".formatted(name), d -> known(d.times().response(), cell));
    }

    private static Column<Optional<Deliveries>> service(String name, Function<ResponseTimes, String> cell) {
        return column(
                "delivery_service_%s_ns".formatted(name), d -> known(d.times().service(), cell));
    }

    private static String known(ResponseTimes times, Function<ResponseTimes, String> cell) {
        return times.isEmpty() ? "" : cell.apply(times);
    }

    private static Column<Optional<Deliveries>> column(String name, Function<Deliveries, String> cell) {
        return new Column<>(name, deliveries -> deliveries.map(cell).orElse(""));
    }
}
