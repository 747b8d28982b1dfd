package io.ceiling.harness.run.sizing;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.sizing.ConnectionCosts;
import io.ceiling.harness.model.sizing.LevelReading;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.verdict.sizing.CostLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Takes what connections cost from the steps of an earlier run. Blocks for disk I/O. */
final class EarlierRun {

    private static final String CEILINGS = "ceilings.csv";
    private static final String STEPS = "steps.csv";

    private final Path folder;

    EarlierRun(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the costs, from all steps that passed in servers with the container, connector, threads, workload and
     * buffers of the scenario.
     *
     * @throws ScenarioNotRunException if the run has too few; the message is one line
     */
    ConnectionCosts costs(Scenario like) {
        Map<String, Integer> servers = new LinkedHashMap<>();
        List<String> names = CsvTable.read(folder, CEILINGS).rows().stream()
                .filter(row -> isLike(like, row))
                .map(row -> row.text("scenario"))
                .toList();
        List<LevelReading> levels = new ArrayList<>();
        long serviceNanos = 0;
        for (CsvRow row : CsvTable.read(folder, STEPS).rows()) {
            if (names.contains(row.text("scenario")) && row.is("passed") && row.is("after_gc")) {
                String server = row.text("scenario") + " " + row.text("fork") + " " + row.text("server");
                int number = servers.computeIfAbsent(server, any -> servers.size() + 1);
                levels.add(level(number, row));
                serviceNanos = Math.max(serviceNanos, (long) row.amount("service_p99_ns"));
            }
        }
        return CostLines.of(
                        levels,
                        false,
                        serviceNanos,
                        "%d steps of %d servers in %s".formatted(levels.size(), servers.size(), folder))
                .orElseThrow(() -> new ScenarioNotRunException(
                        "%s has %d passed steps of %s %s %s %s, at least %d levels are needed. Hint: measure, without --from"
                                .formatted(
                                        folder,
                                        levels.size(),
                                        like.container(),
                                        like.connector().label(),
                                        like.threadKind().label(),
                                        like.work().label(),
                                        CostLines.LEAST_LEVELS)));
    }

    private static boolean isLike(Scenario like, CsvRow row) {
        String buffer = like.sizes().bufferBytes().isPresent()
                ? Integer.toString(like.sizes().bufferBytes().getAsInt())
                : "";
        return row.text("container").equals(like.container())
                && row.text("connector").equals(like.connector().label())
                && row.text("thread_kind").equals(like.threadKind().label())
                && row.text("workload").equals(like.work().label())
                && row.text("buffer_bytes").replace("default", "").equals(buffer)
                && row.text("instances").equals("1");
    }

    private static LevelReading level(int server, CsvRow row) {
        Seen heap = seen(row, "server_heap_used_bytes");
        Seen resident = seen(row, "server_heap_resident_bytes");
        Seen rss = seen(row, "server_rss_bytes");
        return new LevelReading(
                server,
                (int) row.amount("served_connections"),
                heap,
                rss.since(resident.isSeen() ? resident : heap),
                seen(row, "server_direct_bytes"),
                seen(row, "server_threads"),
                seen(row, "server_open_descriptors"),
                seen(row, "host_kernel_bytes"));
    }

    private static Seen seen(CsvRow row, String column) {
        OptionalDouble number = row.number(column);
        return number.isPresent() ? Seen.of((long) number.getAsDouble()) : Seen.NOT;
    }
}
