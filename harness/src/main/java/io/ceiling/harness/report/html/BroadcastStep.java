package io.ceiling.harness.report.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
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
                .filter(row -> row.amount(Keys.MESSAGES_DUE) > 0)
                .map(row -> new BroadcastStep(
                        labels.getOrDefault(row.scenario(), row.scenario()),
                        row.amount(Keys.TARGET),
                        row.amount(Keys.SERVED),
                        new Delivery(
                                row.amount(Keys.DELIVERY.mean()),
                                row.amount(Keys.DELIVERY.p99()),
                                row.amount(Keys.MESSAGE_BYTES)),
                        new ArrivedMessages(
                                row.amount(Keys.MESSAGES_RECEIVED),
                                row.amount(Keys.MESSAGES_PER_SECOND),
                                row.amount(Keys.MESSAGES_LOST)),
                        row.amount(Keys.STEP_NANOS),
                        row.isTrue(Keys.PASSED)))
                .toList();
    }

    static Map<String, String> labels(List<MatrixCell> cells) {
        Map<String, String> labels = new LinkedHashMap<>();
        cells.forEach(cell -> cell.forks()
                .forEach(row -> labels.put(
                        row.scenario(),
                        cell.forks().size() == 1
                                ? cell.label()
                                : "%s fork=%s".formatted(cell.label(), row.text(Dimension.FORKS)))));
        return labels;
    }
}
