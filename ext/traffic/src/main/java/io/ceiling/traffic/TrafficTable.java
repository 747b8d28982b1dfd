package io.ceiling.traffic;

import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.text.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The tables of traffic for a terminal, made from traffic-totals.csv and traffic-loads.csv alone. Pure functions. */
final class TrafficTable {

    private static final TextTable<CsvRow> CONNECTIONS = new TextTable<>(List.of(
            TextTable.figure("connections", TrafficCsv.ALIVE, 1, 0),
            TextTable.figure("opened/s", TrafficCsv.OPENED, 1, 0),
            TextTable.figure("requests", TrafficCsv.ANSWERED, 1, 0),
            TextTable.figure("requests/s", TrafficCsv.REQUESTS, 1, 1),
            TextTable.figure("offered/s", TrafficCsv.OFFERED, 1, 1),
            TextTable.figure("MB/s", TrafficCsv.READ_BYTES, 1e6, 2),
            TextTable.figure("p50 ms", Keys.RESPONSE.p50(), 1e6, 2),
            TextTable.figure("p99 ms", Keys.RESPONSE.p99(), 1e6, 2),
            TextTable.figure("max ms", Keys.RESPONSE.max(), 1e6, 1),
            TextTable.figure("late", TrafficCsv.LATE, 1, 0),
            TextTable.figure("server CPU", TrafficCsv.SERVER_CORES, 1, 2),
            TextTable.figure("us/request", TrafficCsv.CPU_OF_REQUEST, 1e3, 1),
            TextTable.figure("CPU/agent", TrafficCsv.LOADER_CORES, 1, 2),
            TextTable.figure("threads", Keys.SERVER_THREADS),
            TextTable.figure("RSS MiB", Keys.SERVER_RSS, 1 << 20, 0),
            TextTable.figure("heap MiB", Keys.HEAP_USED, 1 << 20, 0),
            TextTable.figure("heap each", TrafficTable::heapOfEach),
            TextTable.figure("server pause ms", Keys.SERVER_PAUSE, 1e6, 1),
            TextTable.figure("agent pause ms", Keys.LOAD_PAUSE, 1e6, 1)));

    private static final TextTable<CsvRow> PROBE = new TextTable<>(List.of(
            TextTable.figure("probe, closed loop", TrafficCsv.PROBE_CONNECTIONS),
            TextTable.figure("requests", TrafficCsv.PROBE_ANSWERED, 1, 0),
            TextTable.figure("requests/s", TrafficCsv.PROBE_REQUESTS, 1, 0),
            TextTable.figure("mean ms", TrafficCsv.PROBE_RESPONSE.mean(), 1e6, 3),
            TextTable.figure("p50 ms", TrafficCsv.PROBE_RESPONSE.p50(), 1e6, 3),
            TextTable.figure("p99 ms", TrafficCsv.PROBE_RESPONSE.p99(), 1e6, 3),
            TextTable.figure("max ms", TrafficCsv.PROBE_RESPONSE.max(), 1e6, 1),
            TextTable.figure("failed", TrafficCsv.PROBE_FAILED),
            TextTable.figure("CPU", TrafficCsv.PROBE_CORES, 1, 2)));

    private static final TextTable<CsvRow> LOADS = new TextTable<>(List.of(
            TextTable.figure("load %", TrafficLoadsCsv.PERCENT),
            TextTable.figure("offered/s", TrafficCsv.OFFERED, 1, 0),
            TextTable.figure("requests/s", TrafficCsv.REQUESTS, 1, 0),
            TextTable.figure("p50 ms", Keys.RESPONSE.p50(), 1e6, 2),
            TextTable.figure("p99 ms", Keys.RESPONSE.p99(), 1e6, 2),
            TextTable.figure("p99.9 ms", Keys.RESPONSE.p999(), 1e6, 2),
            TextTable.figure("max ms", Keys.RESPONSE.max(), 1e6, 1),
            TextTable.figure("service p99 ms", Keys.SERVICE.p99(), 1e6, 2),
            TextTable.figure("late %", row -> Figures.number(100 * row.amount(TrafficLoadsCsv.LATE_SHARE), 1)),
            TextTable.figure("failed", TrafficCsv.FAILED),
            TextTable.figure("server CPU", TrafficCsv.SERVER_CORES, 1, 2),
            TextTable.figure("CPU/agent", TrafficCsv.LOADER_CORES, 1, 2),
            TextTable.figure("agent pause ms", Keys.LOAD_PAUSE, 1e6, 1)));

    private TrafficTable() {}

    public static String progress(StatedLoad load) {
        return "load %d %% of %s requests/s: %s requests/s answered, %s sent more than 1 ms late"
                .formatted(
                        load.percent(),
                        Figures.count(Math.round(load.highest().perSecond())),
                        Figures.count(Math.round(load.exchanges().requestsPerSecond())),
                        Figures.count(load.exchanges().requests().late()));
    }

    /** Returns the progress line of a try in the search of the highest rate. */
    public static String progress(RateSearch.TimedTrial trial) {
        return "tried %s requests/s: %s/s answered in time, %s/s sent in time and %s/s late: %s"
                .formatted(
                        Figures.count(Math.round(trial.offeredPerSecond())),
                        Figures.count(Math.round(trial.inTimePerSecond())),
                        Figures.count(Math.round(trial.sentInTimePerSecond())),
                        Figures.count(Math.round(trial.sentLatePerSecond())),
                        trial.isAnswered() ? "met" : "not met");
    }

    public static String progress(TrafficSecond second) {
        return "time %3.0f s, concurrency: %s, total requests: %s, throughput: %.2f MB/s, %s requests/s%s"
                .formatted(
                        second.elapsedNanos() / 1e9,
                        Figures.count(second.load().connections().alive()),
                        Figures.count(second.requests()),
                        second.bytesReadPerSecond() / 1e6,
                        Figures.count(Math.round(second.requestsPerSecond())),
                        remarks(second));
    }

    private static String remarks(TrafficSecond second) {
        long failed = second.load().failures().total();
        return (failed == 0 ? "" : ", %d failed".formatted(failed))
                + (second.phase() == TrafficSecond.TrafficPhase.PROBE ? " (probe)" : "");
    }

    /**
     * Returns a row for the connections, one for the probe if there was one, one for each stated load, and the reasons
     * to doubt the figures.
     *
     * @param loads rows of traffic-loads.csv
     * @param folder folder of the run
     */
    public static List<String> lines(List<CsvRow> rows, List<CsvRow> loads, Path folder) {
        List<String> lines = new ArrayList<>();
        for (CsvRow row : rows) {
            if (!row.text(TrafficCsv.MEASURED).isEmpty()) {
                lines.add("");
                lines.addAll(CONNECTIONS.lines(List.of(row)));
            }
            if (!row.text(TrafficCsv.PROBE_CONNECTIONS).isEmpty()) {
                lines.add("");
                lines.addAll(PROBE.lines(List.of(row)));
                lines.add("closed loop: a connection of the probe sends its next request after the answer, so what a"
                        + " stall kept from being sent is in no percentile");
            }
            lines.add("");
            if (!row.text(Keys.MARKS).isEmpty()) {
                lines.add("marks: " + row.text(Keys.MARKS));
            }
            if (!row.text(Keys.WHY).isEmpty()) {
                lines.add("not held: " + row.text(Keys.WHY));
            }
        }
        lines.addAll(ofLoads(loads));
        lines.add(
                "response times from the intended start of a request; MB/s: what the load generator reads; CPU in processors"
                        + " of this host, which server and load generator share, us/request its time for each answer, CPU/agent the mean"
                        + " of its processes");
        lines.add("results: " + folder);
        return lines;
    }

    private static List<String> ofLoads(List<CsvRow> loads) {
        if (loads.isEmpty()) {
            return List.of();
        }
        CsvRow first = loads.get(0);
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(LOADS.lines(loads));
        lines.add(
                "100 %%: %s requests/s over %s connections, the highest rate of which %s; then server CPU %s, load generator %s"
                        .formatted(
                                Figures.number(first.amount(TrafficLoadsCsv.HIGHEST), 0),
                                Figures.count((long) first.amount(TrafficCsv.CONNECTIONS)),
                                confirmed(first),
                                Figures.number(first.amount(TrafficLoadsCsv.HIGHEST_SERVER_CORES), 2),
                                Figures.number(first.amount(TrafficLoadsCsv.HIGHEST_LOADER_CORES), 2)));
        loads.stream()
                .filter(row -> !row.text(Keys.MARKS).isEmpty())
                .forEach(row -> lines.add(
                        "marks at %s %%: %s".formatted(row.text(TrafficLoadsCsv.PERCENT), row.text(Keys.MARKS))));
        lines.add("");
        return lines;
    }

    // Returns what was answered at the confirmation of the highest rate; older runs have none.
    private static String confirmed(CsvRow row) {
        OptionalDouble slo = row.number(TrafficLoadsCsv.SLO);
        if (slo.isPresent()) {
            return "99 %% are answered within %s ms of their intended start: %s in time when tried once more, %s sent in time and %s more than 1 ms late"
                    .formatted(
                            Figures.number(slo.getAsDouble() / 1e6, 0),
                            Figures.number(row.amount(TrafficLoadsCsv.IN_TIME), 0),
                            Figures.number(row.amount(TrafficLoadsCsv.SENT_IN_TIME), 0),
                            Figures.number(row.amount(TrafficLoadsCsv.SENT_LATE), 0));
        }
        OptionalDouble answered = row.number(TrafficLoadsCsv.CONFIRMED);
        return answered.isEmpty()
                ? "95 % are answered"
                : "95 %% are answered (%s when tried once more)".formatted(Figures.number(answered.getAsDouble(), 0));
    }

    private static String heapOfEach(CsvRow row) {
        // Older runs have only what connections took before their second request.
        ColumnKey.Amount column = row.text(TrafficCsv.HEAP_AFTER_TRAFFIC).isEmpty()
                ? TrafficCsv.HELD_HEAP
                : TrafficCsv.HEAP_AFTER_TRAFFIC;
        return row.text(column).isEmpty()
                ? "-"
                : Figures.number(row.amount(column) / row.amount(TrafficCsv.CONNECTIONS), 0);
    }
}
