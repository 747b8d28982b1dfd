package io.ceiling.aftermath;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * The file aftermath.csv: for each ceiling the outcomes of the next clients, and of the load after it was lowered.
 * Connections with the same outcome share a row.
 */
final class AftermathCsv {

    public static final String FILE = "aftermath.csv";

    /**
     * A row.
     *
     * @param load connections that were held then
     * @param group the connections that the row is about: {@code next}, {@code held}, {@code kept}, {@code waiting}
     *     or {@code new}
     * @param outcome outcome of these connections
     * @param connections number of these
     * @param times times of these, in ns, in ascending order
     */
    public record AftermathRow(
            String run, String scenario, int load, String group, String outcome, int connections, List<Long> times) {

        private Observation time(int index) {
            return times.isEmpty() ? Observation.NOT_SEEN : Observation.of(times.get(index));
        }
    }

    public static final ColumnKey.Text GROUP = new ColumnKey.Text("group");
    public static final ColumnKey.Text OUTCOME = new ColumnKey.Text("outcome");
    public static final ColumnKey.Amount CONNECTIONS = new ColumnKey.Amount("connections");
    public static final ColumnKey.Amount LAST = new ColumnKey.Amount("last_ns");

    public static final List<Column<AftermathRow>> COLUMNS = List.of(
            new Column<>("run", AftermathRow::run),
            new Column<>(Keys.SCENARIO, AftermathRow::scenario),
            new Column<>("load_connections", row -> row.load()),
            new Column<>(GROUP, AftermathRow::group),
            new Column<>(OUTCOME, AftermathRow::outcome),
            new Column<>(CONNECTIONS, row -> row.connections()),
            new Column<>("first_ns", row -> row.time(0)),
            new Column<>("median_ns", row -> row.time((row.times().size() - 1) / 2)),
            new Column<>(LAST, row -> row.time(row.times().size() - 1)));

    private AftermathCsv() {}

    /** Returns the rows of a scenario; none if nothing was measured. */
    public static List<AftermathRow> rows(String run, Scenario scenario, Aftermath aftermath) {
        List<AftermathRow> rows = new ArrayList<>();
        for (List<NextClient> same : aftermath.byOutcome()) {
            rows.add(new AftermathRow(
                    run,
                    scenario.name(),
                    aftermath.load().held(),
                    "next",
                    same.get(0).label(),
                    same.size(),
                    times(same.stream().map(NextClient::afterNanos).toList())));
        }
        if (aftermath.load().lost() > 0) {
            rows.add(new AftermathRow(
                    run,
                    scenario.name(),
                    aftermath.load().held(),
                    "held",
                    "lost",
                    aftermath.load().lost(),
                    List.of()));
        }
        aftermath.loweredLoad().ifPresent(back -> {
            add(
                    rows,
                    run,
                    scenario,
                    back.target(),
                    "kept",
                    back.keptPart(),
                    times(List.of(back.keptPart().lastNanos())));
            add(
                    rows,
                    run,
                    scenario,
                    back.target(),
                    "waiting",
                    aftermath.waitingPart(),
                    times(aftermath.clients().stream()
                            .map(client -> client.laterOutcome().servedNanos())
                            .toList()));
            add(
                    rows,
                    run,
                    scenario,
                    back.target(),
                    "new",
                    back.newPart(),
                    times(List.of(back.newPart().lastNanos())));
        });
        return rows;
    }

    private static void add(
            List<AftermathRow> rows,
            String run,
            Scenario scenario,
            int load,
            String group,
            Aftermath.LoadPart part,
            List<Long> times) {
        if (part.served() > 0) {
            rows.add(new AftermathRow(run, scenario.name(), load, group, "served", part.served(), times));
        }
        if (part.lost() > 0) {
            rows.add(new AftermathRow(run, scenario.name(), load, group, "lost", part.lost(), List.of()));
        }
    }

    private static List<Long> times(List<Observation> all) {
        return all.stream()
                .filter(Observation::isSeen)
                .map(time -> time.orElse(0))
                .sorted()
                .toList();
    }
}
