package io.ceiling.harness.report.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.chart.MatrixCell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One step of a ramp whose connections subscribed, with the columns of the published comparison of servers that push.
 */
record BroadcastStep(
        String label,
        double connections,
        double connected,
        @JsonUnwrapped Delivery delivery,
        @JsonUnwrapped ArrivedMessages messages,
        double wallNanos,
        boolean passed) {

    /** The delivery times of the messages from their intended start, and their size. */
    record Delivery(double averageNanos, double p99Nanos, double averageBytes) {}

    /** The messages that arrived at subscribers, and those that did not. */
    record ArrivedMessages(double messages, double messagesPerSecond, double lost) {}

    /** Returns the steps in which messages were published. */
    static List<BroadcastStep> of(List<MatrixCell> cells, List<CsvRow> steps) {
        Map<String, String> labels = labels(cells);
        return steps.stream()
                .filter(row -> row.amount("messages_due") > 0)
                .map(row -> new BroadcastStep(
                        labels.getOrDefault(row.text("scenario"), row.text("scenario")),
                        row.amount("target_connections"),
                        row.amount("served_connections"),
                        new Delivery(
                                row.amount("delivery_mean_ns"),
                                row.amount("delivery_p99_ns"),
                                row.amount("message_bytes_mean")),
                        new ArrivedMessages(
                                row.amount("messages_received"),
                                row.amount("messages_received_per_s"),
                                row.amount("messages_lost")),
                        row.amount("duration_ns"),
                        row.is("passed")))
                .toList();
    }

    static Map<String, String> labels(List<MatrixCell> cells) {
        Map<String, String> labels = new LinkedHashMap<>();
        cells.forEach(cell -> cell.forks()
                .forEach(row -> labels.put(
                        row.text("scenario"),
                        cell.forks().size() == 1
                                ? cell.label()
                                : "%s fork=%s".formatted(cell.label(), row.text("fork")))));
        return labels;
    }
}
