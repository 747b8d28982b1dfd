package io.ceiling.harness.report.console;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of published messages with a row for each step, made from steps.csv alone. The first seven columns after
 * the scenario are taken from the experiment that the workload comes from (docs/workloads.md).
 */
final class MessagesTable {

    private static final TextTable<CsvRow> TABLE = new TextTable<>(List.of(
            TextTable.count("connections", Keys.TARGET),
            TextTable.count("connected", Keys.SERVED),
            TextTable.figure("avg response ms", Keys.DELIVERY.mean(), 1e6, 1),
            TextTable.figure("avg size", Keys.MESSAGE_BYTES, 1, 0),
            TextTable.count("messages", Keys.MESSAGES_RECEIVED),
            TextTable.figure("msg/sec", Keys.MESSAGES_PER_SECOND, 1, 0),
            TextTable.figure("walltime s", Keys.MESSAGES_NANOS, 1e9, 1),
            TextTable.figure("p50 ms", Keys.DELIVERY.p50(), 1e6, 1),
            TextTable.figure("p99 ms", Keys.DELIVERY.p99(), 1e6, 1),
            TextTable.figure("max ms", Keys.DELIVERY.max(), 1e6, 1),
            TextTable.figure("service p99", Keys.DELIVERY_SERVICE.p99(), 1e6, 1),
            TextTable.count("lost", Keys.MESSAGES_LOST),
            TextTable.count("dup", Keys.MESSAGES_DUPLICATED),
            TextTable.count("order", Keys.MESSAGES_OUT_OF_ORDER),
            TextTable.count("threads", Keys.SERVER_THREADS),
            TextTable.figure("CPU s", Keys.STEP_CPU, 1e9, 1),
            TextTable.figure("RSS MiB", Keys.SERVER_RSS, 1 << 20, 0),
            TextTable.figure("pause ms", Keys.SERVER_PAUSE, 1e6, 1),
            TextTable.text("", MessagesTable::remarks)));

    private MessagesTable() {}

    /**
     * Returns the lines of the table; none if no step published messages.
     *
     * @param steps rows of steps.csv
     */
    public static List<String> lines(List<CsvRow> steps) {
        List<CsvRow> published = steps.stream()
                .filter(row -> !row.text(Keys.MESSAGES_PUBLISHED).isEmpty())
                .toList();
        List<String> lines = new ArrayList<>();
        CsvTable.grouped(published, CsvRow::scenario).forEach((scenario, rows) -> {
            lines.add(scenario);
            lines.addAll(TABLE.lines(rows));
            lines.add("");
        });
        return lines;
    }

    private static String remarks(CsvRow row) {
        return CeilingsTable.cut(row.text(row.isTrue(Keys.PASSED) ? Keys.MESSAGES_MARKS : Keys.FAILURE));
    }
}
