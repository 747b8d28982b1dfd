package io.ceiling.harness.report.html.chart;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Spread;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Servers of several platforms with the same work, and published figures of such servers. A pure function of
 * ceilings.csv.
 *
 * @param title workload, and transport of subscribers
 * @param pushes true if messages were published to the connections
 * @param rows one for each server and setting
 * @param published figures of tables that are still copied, for the same work
 */
public record PeerGroup(String title, boolean pushes, List<PeerRow> rows, List<Published> published) {

    /**
     * A server with one setting.
     *
     * @param label server and the settings that most others of the run do not have
     * @param scenario name of the scenario of its median fork
     * @param verdicts verdict of each fork that differs
     * @param factors limiting factor of each fork that differs
     */
    public record PeerRow(
            String label,
            String scenario,
            boolean reference,
            List<String> verdicts,
            List<String> factors,
            @JsonUnwrapped PeerFigures figures,
            @JsonUnwrapped PushedMessages pushed) {

        public PeerRow {
            verdicts = List.copyOf(verdicts);
            factors = List.copyOf(factors);
        }
    }

    /**
     * The figures of all forks.
     *
     * @param connections connections that were held
     * @param connected connections that were served in the last level that passed
     * @param pssBytes proportional set of the server for one more connection, in bytes
     * @param heapBytes live heap of one more connection, in bytes
     */
    public record PeerFigures(
            @Nullable Spread connections,
            @Nullable Spread connected,
            @Nullable Spread pssBytes,
            @Nullable Spread heapBytes) {}

    /**
     * The messages of all forks, at the last level that passed.
     *
     * @param messagesPerSecond messages that arrived per second
     * @param responseNanos mean time from the intended start of a message until it was there, in ns
     * @param messageBytes mean size of a message, in bytes
     * @param messages messages that arrived
     * @param wallNanos time during which messages were published, in ns
     */
    public record PushedMessages(
            @Nullable Spread messagesPerSecond,
            @Nullable Spread responseNanos,
            @Nullable Spread messageBytes,
            @Nullable Spread messages,
            @Nullable Spread wallNanos) {}

    public PeerGroup {
        rows = List.copyOf(rows);
        published = List.copyOf(published);
    }

    /** Returns the groups of a run that has a server of another platform; none for other runs. */
    public static List<PeerGroup> of(List<CsvRow> ceilings) {
        if (ceilings.stream().noneMatch(row -> row.isTrue(Keys.REFERENCE))) {
            return List.of();
        }
        VariedSettings varied = new VariedSettings(ceilings);
        Map<String, Map<String, List<CsvRow>>> groups = new LinkedHashMap<>();
        for (CsvRow row : ceilings) {
            if (row.text(Keys.VERDICT).equals("skipped")) {
                continue;
            }
            groups.computeIfAbsent(
                            Phrases.joined(row.text(Dimension.WORKLOAD), row.text(Dimension.TRANSPORT)),
                            title -> new LinkedHashMap<>())
                    .computeIfAbsent(label(row, varied), label -> new ArrayList<>())
                    .add(row);
        }
        List<PeerGroup> all = new ArrayList<>();
        groups.forEach((title, rows) -> {
            CsvRow first = rows.values().iterator().next().get(0);
            all.add(new PeerGroup(
                    title,
                    rows.values().stream().flatMap(List::stream).anyMatch(row -> row.amount(Keys.MESSAGES_DUE) > 0),
                    rows.entrySet().stream()
                            .map(entry -> row(entry.getKey(), entry.getValue()))
                            .toList(),
                    Published.of(first.text(Dimension.WORKLOAD))));
        });
        return all;
    }

    private static String label(CsvRow row, VariedSettings varied) {
        return Phrases.joined(
                Phrases.title(row),
                Phrases.joined(
                        row.text(Dimension.CONNECTOR).equals("nio") ? "" : row.text(Dimension.CONNECTOR),
                        row.text(Dimension.THREAD_KIND).equals("platform") ? "" : row.text(Dimension.THREAD_KIND)),
                varied.text(row));
    }

    private static PeerRow row(String label, List<CsvRow> forks) {
        CsvRow shown = MatrixCell.median(forks);
        return new PeerRow(
                label,
                shown.scenario(),
                shown.isTrue(Keys.REFERENCE),
                different(forks, Keys.VERDICT),
                different(forks, Keys.FACTOR),
                new PeerFigures(
                        held(forks),
                        Spread.of(forks, Keys.PASSED_CONNECTIONS),
                        known(forks, Keys.PSS),
                        known(forks, Keys.HEAP)),
                new PushedMessages(
                        Spread.of(forks, Keys.MESSAGES_PER_SECOND),
                        Spread.of(forks, Keys.DELIVERY.mean()),
                        Spread.of(forks, Keys.MESSAGE_BYTES),
                        Spread.of(forks, Keys.MESSAGES_RECEIVED),
                        Spread.of(forks, Keys.MESSAGES_NANOS)));
    }

    private static @Nullable Spread held(List<CsvRow> forks) {
        return Spread.of(forks.stream()
                .filter(row -> row.text(Keys.VERDICT).equals("reached")
                        || row.text(Keys.VERDICT).equals("at-least"))
                .mapToDouble(MatrixCell::connectionsOf)
                .toArray());
    }

    // Returns the slopes of the forks that have an error: a line through two points is only their difference.
    private static @Nullable Spread known(List<CsvRow> forks, ColumnKey.Amount column) {
        return Spread.of(
                forks.stream()
                        .filter(row -> row.number(column.error()).isPresent())
                        .toList(),
                column);
    }

    private static List<String> different(List<CsvRow> forks, ColumnKey column) {
        return forks.stream()
                .map(row -> row.text(column))
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.toList());
    }
}
