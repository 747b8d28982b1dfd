package io.ceiling.harness.report.csv;

import io.ceiling.harness.rows.ColumnKey;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The file requests.csv: a row for each request of a mix. */
public final class RequestsCsv {

    public static final String FILE = "requests.csv";

    /**
     * A row.
     *
     * @param request method and path, without the values of its query
     * @param weight its share in the mix
     * @param passed the highest level that passed
     * @param failed the lowest level above it that failed
     */
    public record RequestRow(
            String run,
            String scenario,
            String request,
            int weight,
            Optional<RequestLevel> passed,
            Optional<RequestLevel> failed) {}

    /**
     * The requests of one kind at a level.
     *
     * @param connections requests in flight, of all kinds
     * @param answers requests of this kind that were answered or given up
     * @param medianNanos median of their response times, in ns
     * @param p99Nanos 99th percentile of them, in ns
     * @param late requests that took as long as the SLO or longer
     */
    public record RequestLevel(int connections, long answers, long medianNanos, long p99Nanos, long late) {}

    public static final ColumnKey.Text REQUEST = new ColumnKey.Text("request");
    public static final ColumnKey.Amount WEIGHT = new ColumnKey.Amount("weight");
    public static final ColumnKey.Amount CONNECTIONS = new ColumnKey.Amount("connections");
    public static final ColumnKey.Amount ANSWERS = new ColumnKey.Amount("answers");
    public static final ColumnKey.Amount MEDIAN = new ColumnKey.Amount("p50_ns");
    public static final ColumnKey.Amount P99 = new ColumnKey.Amount("p99_ns");
    public static final ColumnKey.Amount NEXT_CONNECTIONS = new ColumnKey.Amount("next_connections");
    public static final ColumnKey.Amount NEXT_ANSWERS = new ColumnKey.Amount("next_answers");
    public static final ColumnKey.Amount NEXT_LATE = new ColumnKey.Amount("next_late");

    public static final List<Column<RequestRow>> COLUMNS = List.of(
            new Column<>("run", RequestRow::run),
            new Column<>(Keys.SCENARIO, RequestRow::scenario),
            new Column<>(REQUEST, RequestRow::request),
            new Column<>(WEIGHT, row -> row.weight()),
            new Column<>(CONNECTIONS, row -> of(row.passed(), RequestLevel::connections)),
            new Column<>(ANSWERS, row -> of(row.passed(), RequestLevel::answers)),
            new Column<>(MEDIAN, row -> of(row.passed(), RequestLevel::medianNanos)),
            new Column<>(P99, row -> of(row.passed(), RequestLevel::p99Nanos)),
            new Column<>(NEXT_CONNECTIONS, row -> of(row.failed(), RequestLevel::connections)),
            new Column<>(NEXT_ANSWERS, row -> of(row.failed(), RequestLevel::answers)),
            new Column<>(NEXT_LATE, row -> of(row.failed(), RequestLevel::late)));

    private RequestsCsv() {}

    private static String of(Optional<RequestLevel> level, ToLongFunction<RequestLevel> figure) {
        return level.map(one -> Long.toString(figure.applyAsLong(one))).orElse("");
    }
}
