package io.ceiling.capacity.prediction;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.capacity.prediction.LevelReading.CpuTimes;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.LimitingFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The predictor over the ramps in results/reference: only levels up to a share of the ceiling that was met later are
 * given to it. The figures are those of docs/predictions.md.
 */
class ReferencePredictionTest {

    private static final Path REFERENCE = Path.of("..", "..", "results", "reference");
    private static final long MEMORY_FLOOR = 2L << 30;

    /** A ramp that met a limit, and what was predicted from its first levels. */
    private record Compared(
            String folder, String scenario, String met, double ceiling, double failed, LimitPrediction prediction) {

        private PredictedLimit nearest() {
            return prediction.nearest().orElseThrow();
        }

        private boolean hasRightName() {
            return nearest().factor().label().equals(met);
        }

        private double error() {
            return nearest().wholeConnections() / ceiling - 1;
        }

        /** True if a number that the ramp leaves open, from its ceiling to its first failure, is in the interval. */
        private boolean isCovered() {
            return covers(this);
        }

        private boolean covers(Compared ramp) {
            return Math.floor(nearest().interval().low()) <= ramp.failed
                    && Math.ceil(nearest().interval().high()) >= ramp.ceiling;
        }

        private String setting() {
            return folder + " " + scenario.replaceFirst("-fork\\d+$", "");
        }
    }

    /** The predictions of ramps with enough levels. */
    private record Shares(List<Compared> all) {

        private long rightNames() {
            return all.stream().filter(Compared::hasRightName).count();
        }

        private long within5Percent() {
            return all.stream().filter(one -> Math.abs(one.error()) <= 0.05).count();
        }

        private List<Compared> withInterval() {
            return all.stream()
                    .filter(one -> one.nearest().interval().isKnown())
                    .toList();
        }

        private long covered() {
            return withInterval().stream().filter(Compared::isCovered).count();
        }

        /** Returns the counts of all ramps and by the limit that was met, a line each. */
        private String inWords() {
            StringBuilder words = new StringBuilder(line("all"));
            Map<String, List<Compared>> byFactor = new TreeMap<>(all.stream().collect(groupingBy(Compared::met)));
            byFactor.forEach((factor, some) -> words.append(new Shares(some).line(factor)));
            return words.toString();
        }

        private String line(String name) {
            return "%s: %d, name %d, number %d, interval %d of %d\n"
                    .formatted(
                            name,
                            all.size(),
                            rightNames(),
                            within5Percent(),
                            covered(),
                            withInterval().size());
        }
    }

    @Test
    void tenthOfTheLoadPredictsTheReferenceRamps() throws IOException {
        Shares shares = new Shares(compared(0.1));

        assertThat(shares.inWords())
                .isEqualTo(
                        """
                        all: 314, name 312, number 309, interval 112 of 117
                        server-direct-memory: 15, name 15, number 15, interval 0 of 0
                        server-file-descriptors: 256, name 256, number 252, interval 108 of 112
                        server-heap: 19, name 18, number 18, interval 3 of 4
                        server-max-connections: 9, name 9, number 9, interval 1 of 1
                        server-threads: 14, name 14, number 14, interval 0 of 0
                        unknown: 1, name 0, number 1, interval 0 of 0
                        """);
    }

    @Test
    void quarterOfTheLoadPredictsTheReferenceRamps() throws IOException {
        Shares shares = new Shares(compared(0.25));

        assertThat(shares.inWords())
                .isEqualTo(
                        """
                        all: 358, name 355, number 353, interval 152 of 160
                        server-direct-memory: 16, name 16, number 16, interval 0 of 0
                        server-file-descriptors: 261, name 261, number 258, interval 139 of 145
                        server-heap: 55, name 54, number 54, interval 3 of 4
                        server-max-connections: 9, name 9, number 9, interval 8 of 9
                        server-threads: 15, name 15, number 15, interval 1 of 1
                        unknown: 2, name 0, number 1, interval 1 of 1
                        """);
    }

    /**
     * A prediction is asked for the next server, not for the one that was read: so each interval is held against the
     * ceilings of the other forks of its setting. From less than nine tenths none of these ramps has four levels.
     */
    @Test
    void intervalOfTheHeapHasTheCeilingsOfOtherServersOfTheSetting() throws IOException {
        List<Compared> heap = compared(0.9).stream()
                .filter(one -> one.met().equals("server-heap") && one.hasRightName())
                .toList();
        int covered = 0;
        int pairs = 0;
        for (Compared one : new Shares(heap).withInterval()) {
            for (Compared other : heap) {
                if (!one.equals(other) && one.setting().equals(other.setting())) {
                    pairs++;
                    covered += one.covers(other) ? 1 : 0;
                }
            }
        }

        assertThat(pairs).isGreaterThanOrEqualTo(20);
        assertThat((double) covered / pairs).isGreaterThanOrEqualTo(0.9);
    }

    private static List<Compared> compared(double share) throws IOException {
        List<Compared> all = new ArrayList<>();
        try (Stream<Path> folders = Files.list(REFERENCE)) {
            for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
                Map<String, List<CsvRow>> steps = byScenario(CsvTable.read(folder, "steps.csv"));
                Map<String, List<CsvRow>> samples = byScenario(CsvTable.read(folder, "samples.csv"));
                for (CsvRow row : CsvTable.read(folder, "ceilings.csv").rows()) {
                    if (row.cell("verdict").equals("reached") && row.amount(new ColumnKey.Amount("instances")) == 1) {
                        compare(
                                folder,
                                row,
                                row.cell("workload").equals("recursive")
                                        ? levels(samples.getOrDefault(key(row), List.of()), row, share)
                                        : held(steps.getOrDefault(key(row), List.of()), row, share),
                                all);
                    }
                }
            }
        }
        return all;
    }

    private static void compare(Path folder, CsvRow row, List<LevelReading> levels, List<Compared> all) {
        if (levels.stream().mapToInt(LevelReading::connections).distinct().count() < 2) {
            return;
        }
        LimitPrediction prediction = LimitPredictor.of(new Readings(levels), limits(row));
        if (prediction.nearest().isPresent()) {
            all.add(new Compared(
                    String.valueOf(folder.getFileName()),
                    row.cell("scenario"),
                    row.cell("limiting_factor"),
                    row.amount(Keys.CEILING),
                    row.number(Keys.FIRST_FAILURE).orElse(row.amount(Keys.CEILING) + 1),
                    prediction));
        }
    }

    private static Map<String, List<CsvRow>> byScenario(CsvTable table) {
        return table.rows().stream().collect(groupingBy(ReferencePredictionTest::key));
    }

    private static String key(CsvRow row) {
        return row.cell("run") + row.cell("scenario") + row.cell("fork");
    }

    /** Returns the levels of the first server, so that fresh ones after a failure are no part of the line. */
    private static List<LevelReading> held(List<CsvRow> steps, CsvRow ceiling, double share) {
        return steps.stream()
                .filter(step -> step.isTrue(Keys.PASSED)
                        && step.cell("server").equals("1")
                        && step.amount(Keys.SERVED) <= share * ceiling.amount(Keys.CEILING))
                .map(step -> level((int) step.amount(Keys.SERVED), step))
                .toList();
    }

    /** Returns the readings of a recursion while it grows. */
    private static List<LevelReading> levels(List<CsvRow> samples, CsvRow ceiling, double share) {
        List<LevelReading> levels = new ArrayList<>();
        for (CsvRow sample : samples) {
            double now = sample.number(Keys.LEVELS_NOW).orElse(-1);
            if (now < 1 || now > share * ceiling.amount(Keys.CEILING)) {
                if (!levels.isEmpty()) {
                    break;
                }
            } else if (now >= sample.amount(new ColumnKey.Amount("server_deepest_level")) - 2) {
                levels.add(level((int) now, sample));
            }
        }
        return levels;
    }

    private static PredictionLimits limits(CsvRow row) {
        boolean recursive = row.cell("workload").equals("recursive");
        // Unless it is set, the limit of direct buffers follows that of the heap.
        String direct = row.number(new ColumnKey.Amount("direct_memory_bytes")).isPresent()
                ? row.cell("direct_memory_bytes")
                : row.cell("heap_max_bytes");
        HostLimits host = new HostLimits(
                HostLimits.Descriptors.NOT_SEEN,
                HostLimits.Threads.NOT_SEEN,
                HostLimits.Cgroup.NOT_SEEN,
                HostLimits.Network.NOT_SEEN,
                Limit.NOT_SEEN,
                MEMORY_FLOOR);
        return new PredictionLimits(
                host,
                PredictionLimits.RoomLeft.NOT_SEEN,
                Limit.parse(direct),
                row.cell("garbage_collector"),
                2,
                OptionalDouble.empty(),
                new PredictionLimits.Clients(recursive, 0),
                "");
    }

    private static LevelReading level(int connections, CsvRow row) {
        Sample sample = new Sample(
                0,
                row.isTrue(Keys.AFTER_GC),
                ServerReadings.notSeen()
                        .connections(figure(row, "server_connections"), limit(row, "server_max_connections"))
                        .pool(
                                figure(row, "server_pool_threads"),
                                figure(row, "server_busy_threads"),
                                limit(row, "server_max_threads"),
                                figure(row, "server_queued_requests"))
                        .levels(figure(row, "server_deepest_level"), figure(row, "server_levels_now"))
                        .descriptors(figure(row, "server_open_descriptors"), limit(row, "server_max_descriptors"))
                        .threads(figure(row, "server_threads"))
                        .resident(figure(row, "server_rss_bytes"), figure(row, "server_pss_bytes"))
                        .heap(figure(row, "server_heap_used_bytes"), limit(row, "server_heap_max_bytes"))
                        .direct(figure(row, "server_direct_bytes"))
                        .build(),
                HostReadings.notSeen()
                        .memory(-1, figure(row, "host_memory_available_bytes"))
                        .kernelMemory(figure(row, "host_slab_bytes"), figure(row, "host_socket_memory_bytes"))
                        .conntrack(
                                figure(row, "host_conntrack_entries"),
                                limit(row, "host_conntrack_max"),
                                figure(row, "host_conntrack_drops"))
                        .build(),
                LoadReading.NONE);
        return new LevelReading(connections, sample, CpuTimes.NOT_MEASURED);
    }

    private static long figure(CsvRow row, String column) {
        return (long) row.number(new ColumnKey.Amount(column)).orElse(-1);
    }

    private static Limit limit(CsvRow row, String column) {
        return Limit.parse(row.cell(column));
    }

    /** Keeps the label of factors and the enum together. */
    @Test
    void factorsOfTheReferenceAreKnown() throws IOException {
        assertThat(compared(0.25))
                .allMatch(one -> LimitingFactor.find(one.met()).isPresent());
    }
}
