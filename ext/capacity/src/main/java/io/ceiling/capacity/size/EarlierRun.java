package io.ceiling.capacity.size;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Reads the costs of connections from the steps of an earlier run. Blocks for disk I/O. */
final class EarlierRun {

    private static final String CEILINGS = "ceilings.csv";
    private static final String STEPS = "steps.csv";
    private static final int MAX_DIFFERENCES = 4;

    private static final List<Dimension> COST_SETTINGS = List.of(
            Dimension.BUFFER,
            Dimension.HEADER_CACHE,
            Dimension.TLS,
            Dimension.DEFLATE,
            Dimension.GC,
            Dimension.STACK,
            Dimension.JDK);

    private final Path folder;

    EarlierRun(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the costs, from the warm passed steps of servers with the settings of the scenario; heap, descriptors and
     * limit of connections may differ.
     *
     * @throws ScenarioNotRunException if the run has too few; the message is one line
     */
    ConnectionCosts costs(Scenario scenario) {
        Map<String, Integer> servers = new LinkedHashMap<>();
        List<CsvRow> ceilings = CsvTable.read(folder, CEILINGS).rows();
        List<String> names = ceilings.stream()
                .filter(row -> isOf(scenario, row) && differences(scenario, row).isEmpty())
                .map(CsvRow::scenario)
                .toList();
        List<CostLines.CostLevel> levels = new ArrayList<>();
        long serviceNanos = 0;
        for (CsvRow row : CsvTable.read(folder, STEPS).rows()) {
            if (names.contains(row.scenario()) && row.isTrue(Keys.PASSED) && row.isTrue(Keys.AFTER_GC)) {
                String server = row.scenario() + " " + row.text(Dimension.FORKS) + " " + row.text(Keys.SERVER);
                int number = servers.computeIfAbsent(server, any -> servers.size() + 1);
                levels.add(level(number, row));
                serviceNanos = Math.max(serviceNanos, (long) row.amount(Keys.SERVICE.p99()));
            }
        }
        List<CostLines.CostLevel> warmLevels = CostLines.warmLevels(levels);
        String where = "%d steps of %d servers in %s".formatted(warmLevels.size(), servers.size(), folder);
        return CostLines.of(warmLevels, Optional.empty(), serviceNanos, where, processors())
                .orElseThrow(() -> new ScenarioNotRunException(
                        "%s has %d passed steps of %s %s %s %s, at least %d levels of one server are needed%s. Hint: measure, without --from"
                                .formatted(
                                        folder,
                                        warmLevels.size(),
                                        scenario.container(),
                                        scenario.connector().label(),
                                        scenario.threadKind().label(),
                                        scenario.work().label(),
                                        CostLines.MIN_LEVELS,
                                        otherServers(scenario, ceilings))));
    }

    private static boolean isOf(Scenario scenario, CsvRow row) {
        return Stream.of(Dimension.CONTAINER, Dimension.CONNECTOR, Dimension.THREAD_KIND, Dimension.WORKLOAD)
                        .allMatch(setting -> row.text(setting).equals(setting.text(scenario)))
                && row.text(Dimension.INSTANCES).equals("1");
    }

    // Returns the differing settings of similar servers of the run; empty if there are none.
    private static String otherServers(Scenario scenario, List<CsvRow> ceilings) {
        List<String> all = ceilings.stream()
                .filter(row -> isOf(scenario, row))
                .flatMap(row -> differences(scenario, row).stream())
                .distinct()
                .limit(MAX_DIFFERENCES)
                .toList();
        return all.isEmpty() ? "" : "; other servers there have " + String.join(", ", all);
    }

    // Returns the differing settings that change the cost of a connection, or of a server without connections.
    private static List<String> differences(Scenario scenario, CsvRow row) {
        List<String> differences = new ArrayList<>();
        for (Dimension setting : COST_SETTINGS) {
            String expected = normalized(setting, setting.text(scenario));
            String actual = normalized(setting, row.text(setting));
            if (!actual.equals(expected)) {
                differences.add("%s %s in place of %s".formatted(setting.column(), actual, expected));
            }
        }
        double threads =
                row.number(Keys.used(Dimension.THREADS).asNumber()).orElse(row.amount(Dimension.THREADS.asNumber()));
        if (scenario.threadKind() == ThreadKind.PLATFORM && threads < Sizer.MIN_THREADS) {
            differences.add(
                    "max_threads %s in place of at least %d".formatted(row.text(Dimension.THREADS), Sizer.MIN_THREADS));
        }
        return differences;
    }

    // Returns the processors of the host of the run; 0 if they are not known.
    private int processors() {
        Path file = folder.resolve("environment.json");
        try {
            return Files.isRegularFile(file)
                    ? new ObjectMapper()
                            .readTree(Files.readAllBytes(file))
                            .path("environment")
                            .path("cpu_count")
                            .asInt()
                    : 0;
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read: not JSON".formatted(file), e);
        }
    }

    // Returns a setting in the form that is compared: an older run had neither TLS nor compression, and has no such
    // columns.
    private static String normalized(Dimension setting, String text) {
        if (setting == Dimension.JDK) {
            return text.replaceFirst("\\D.*", "");
        }
        return text.isEmpty() ? setting.defaultValue() : text;
    }

    private static CostLines.CostLevel level(int server, CsvRow row) {
        Observation heap = seen(row, Keys.HEAP_USED);
        Observation resident = seen(row, Keys.HEAP_RESIDENT);
        Observation rss = seen(row, Keys.SERVER_RSS);
        return new CostLines.CostLevel(
                server,
                (int) row.amount(Keys.SERVED),
                heap,
                rss.since(resident.isSeen() ? resident : heap),
                seen(row, Keys.SERVER_DIRECT),
                seen(row, Keys.SERVER_THREADS),
                seen(row, Keys.SERVER_DESCRIPTORS),
                seen(row, Keys.HOST_KERNEL));
    }

    private static Observation seen(CsvRow row, ColumnKey.Amount column) {
        OptionalDouble number = row.number(column);
        return number.isPresent() ? Observation.of((long) number.getAsDouble()) : Observation.NOT_SEEN;
    }
}
