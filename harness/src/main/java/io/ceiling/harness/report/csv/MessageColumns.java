package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.load.report.ChannelCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The columns of a step's messages; all are empty if none were published. */
final class MessageColumns {

    static final List<Column<Optional<Deliveries>>> ALL = all();

    private MessageColumns() {}

    // Returns the offered rate; empty for publishing without pause, which offers no rate.
    private static Object offered(long perSecond) {
        return perSecond == 0 ? "" : perSecond;
    }

    private static List<Column<Optional<Deliveries>>> all() {
        List<Column<Optional<Deliveries>>> columns = new ArrayList<>();
        columns.add(column(
                ColumnKey.of("messages_offered_per_s"),
                d -> offered(d.published().offeredPerSecond())));
        columns.add(column(Keys.MESSAGES_PUBLISHED, d -> d.published().messages()));
        columns.add(column(
                ColumnKey.of("messages_published_per_s"), d -> d.published().perSecond()));
        columns.add(column(
                ColumnKey.of("messages_published_late"), d -> d.published().late()));
        columns.add(column(Keys.MESSAGES_DUE, d -> d.outboxes().due()));
        columns.add(column(Keys.MESSAGES_RECEIVED, d -> d.received().messages()));
        columns.add(column(Keys.MESSAGES_PER_SECOND, d -> d.receivedPerSecond()));
        columns.add(column(Keys.MESSAGES_LOST, d -> d.lost()));
        columns.add(column(ColumnKey.of("messages_dropped"), d -> d.outboxes().dropped()));
        columns.add(column(Keys.MESSAGES_DUPLICATED, d -> d.received().duplicates()));
        columns.add(column(Keys.MESSAGES_OUT_OF_ORDER, d -> d.received().outOfOrder()));
        columns.add(column(Keys.MESSAGE_BYTES, d -> meanBytes(d.received())));
        columns.add(column(Keys.MESSAGES_NANOS, d -> d.durationNanos()));
        columns.add(column(ColumnKey.of("slow_clients"), d -> d.slowClients()));
        columns.add(column(Keys.SERVER_PAUSE, d -> d.pauses().serverNanos()));
        columns.add(column(Keys.LOAD_PAUSE, d -> d.pauses().agentNanos()));
        columns.add(response(Keys.DELIVERY.mean(), times -> times.meanNanos()));
        columns.add(response(Keys.DELIVERY.p50(), times -> times.p50Nanos()));
        columns.add(response(Keys.DELIVERY.p99(), times -> times.p99Nanos()));
        columns.add(response(Keys.DELIVERY.p999(), times -> times.p999Nanos()));
        columns.add(response(Keys.DELIVERY.max(), times -> times.maxNanos()));
        columns.add(service(Keys.DELIVERY_SERVICE.p50(), times -> times.p50Nanos()));
        columns.add(service(Keys.DELIVERY_SERVICE.p99(), times -> times.p99Nanos()));
        columns.add(column(ColumnKey.of("load_cores"), d -> d.coresPerAgent()));
        columns.add(column(Keys.MESSAGES_MARKS, d -> String.join("; ", d.marks())));
        return List.copyOf(columns);
    }

    private static Object meanBytes(ChannelCounts received) {
        return received.messages() == 0 ? "" : (double) received.messageBytes() / received.messages();
    }

    private static Column<Optional<Deliveries>> response(ColumnKey key, Function<ResponseTimes, ?> cell) {
        return column(key, d -> known(d.times().response(), cell));
    }

    private static Column<Optional<Deliveries>> service(ColumnKey key, Function<ResponseTimes, ?> cell) {
        return column(key, d -> known(d.times().service(), cell));
    }

    private static Object known(ResponseTimes times, Function<ResponseTimes, ?> cell) {
        return times.isEmpty() ? "" : cell.apply(times);
    }

    private static Column<Optional<Deliveries>> column(ColumnKey key, Function<Deliveries, ?> cell) {
        return new Column<>(key, deliveries -> deliveries.map(cell));
    }
}
