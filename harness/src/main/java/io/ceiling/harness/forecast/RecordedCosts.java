package io.ceiling.harness.forecast;

import io.ceiling.container.Limit;
import io.ceiling.harness.forecast.MeasuredCosts.CostSource;
import io.ceiling.harness.forecast.MeasuredCosts.Quantity;
import io.ceiling.harness.forecast.MeasuredCosts.Settings;
import io.ceiling.harness.forecast.MeasuredCosts.Subject;
import io.ceiling.harness.forecast.MeasuredCosts.WorkKey;
import io.ceiling.harness.report.Details;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.report.csv.StepsCsv;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.stats.CostPoints;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.LeastSquares;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The costs of connections in the rows of a run, from its CSV files alone: a line for each quantity through the steps
 * that its first server passed before it failed; of a recursion through its samples while it grows. Blocks for disk I/O.
 */
public final class RecordedCosts {

    /** Steps from which on the server without a connection is left out. */
    private static final int MIN_STEPS = 3;

    private final Path folder;
    private final String name;
    private final boolean reference;

    private RecordedCosts(Path folder, String name, boolean reference) {
        this.folder = folder;
        this.name = name;
        this.reference = reference;
    }

    /** A reading at a number of connections. */
    private record CostPoint(double connections, CsvRow row) {}

    /**
     * Returns the costs of each server that was started for the run, had no others beside it, and is the release of the build.
     *
     * @param reference true if the run is one of results/reference
     */
    public static List<MeasuredCosts> read(Path folder, String name, boolean reference) {
        return new RecordedCosts(folder, name, reference).all();
    }

    private List<MeasuredCosts> all() {
        Map<String, List<CsvRow>> steps = byServer(folder, "steps.csv");
        Map<String, List<CsvRow>> samples = byServer(Details.of(folder), Details.SAMPLES);
        List<MeasuredCosts> all = new ArrayList<>();
        for (CsvRow row : CsvTable.read(folder, "ceilings.csv").rows()) {
            Optional<Workload> workload = Workloads.find(row.text("workload"));
            if (workload.isPresent()
                    && row.text("instances").equals("1")
                    && isOfThisBuild(row)
                    && !row.text("heap_max_bytes").isEmpty()) {
                List<CsvRow> read = samples.getOrDefault(key(row), List.of());
                Map<Quantity, FittedLine> lines = lines(
                        workload.get().isRecursive()
                                ? growing(read)
                                : held(row, read, steps.getOrDefault(key(row), List.of())));
                if (!lines.isEmpty()) {
                    all.add(new MeasuredCosts(subject(row), largest(row.text("used_buffers")), source(row), lines));
                }
            }
        }
        return List.copyOf(all);
    }

    /** Returns false for a release that was asked for: a forecast is about the one of the build. */
    private static boolean isOfThisBuild(CsvRow row) {
        String release = row.text("asked_container_version");
        return release.isEmpty() || release.equals("default");
    }

    private static Map<String, List<CsvRow>> byServer(Path folder, String file) {
        return CsvTable.grouped(CsvTable.read(folder, file).rows(), RecordedCosts::key);
    }

    private static String key(CsvRow row) {
        return row.text("scenario") + " " + row.text("fork");
    }

    private CostSource source(CsvRow row) {
        return new CostSource(name, row.text("scenario"), (int) row.amount("fork"), reference);
    }

    private static Subject subject(CsvRow row) {
        return new Subject(
                row.text("container"),
                row.text("connector"),
                row.text("thread_kind"),
                new WorkKey(
                        row.text("workload"),
                        row.text("transport").isEmpty()
                                ? ""
                                : "%s/%s/%s"
                                        .formatted(
                                                row.text("transport"),
                                                row.text("broadcaster"),
                                                row.text("broadcaster_cache"))),
                new Settings(
                        or(row.text("buffer_bytes"), Limit.DEFAULT.toString()),
                        or(row.text("tls"), "off"),
                        or(row.text("deflate"), "off"),
                        or(row.text("garbage_collector"), "G1"),
                        or(row.text("header_cache_nodes"), Limit.DEFAULT.toString())));
    }

    private static String or(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    /** Returns the largest number of a text such as {@code inputBufferSize:8192;outputBufferSize:32768}; 0 for none. */
    private static long largest(String buffers) {
        return Arrays.stream(buffers.split("\\D+", -1))
                .filter(text -> !text.isEmpty() && text.length() < 10)
                .mapToLong(Long::parseLong)
                .max()
                .orElse(0);
    }

    /**
     * Returns the first server at the steps that it passed before it failed; of few steps also without a connection. What
     * it has then is not its line: files and buffers of the warm-up are still open.
     */
    private static List<CostPoint> held(CsvRow ceiling, List<CsvRow> samples, List<CsvRow> steps) {
        List<CostPoint> points = new ArrayList<>();
        // To the first failure: a pool that was full keeps its threads, so that later steps are on no line of them.
        steps.stream()
                .takeWhile(StepsCsv.costPoints(ceiling, steps)::contains)
                .filter(step -> step.is("after_gc"))
                .forEach(step -> points.add(new CostPoint(step.amount("served_connections"), step)));
        if (points.size() < MIN_STEPS) {
            samples.stream()
                    .takeWhile(sample -> sample.amount("load_alive") == 0)
                    .filter(sample -> sample.is("after_gc"))
                    .reduce((one, later) -> later)
                    .ifPresent(zero -> points.add(0, new CostPoint(0, zero)));
        }
        return points;
    }

    private static List<CostPoint> growing(List<CsvRow> samples) {
        List<CostPoint> points = new ArrayList<>();
        for (CsvRow sample : samples) {
            double now = sample.number("server_levels_now").orElse(0);
            boolean grows = CostPoints.isGrowing((long) now, (long) sample.amount("server_deepest_level"));
            // The warm-up is a recursion as well: what comes before a shorter one is none of the measured one.
            if (now >= 1 && grows && sample.is("after_gc")) {
                if (!points.isEmpty() && points.get(points.size() - 1).connections() > now) {
                    points.clear();
                }
                points.add(new CostPoint(now, sample));
            }
        }
        return points;
    }

    private static Map<Quantity, FittedLine> lines(List<CostPoint> points) {
        Map<Quantity, FittedLine> lines = new EnumMap<>(Quantity.class);
        if (points.isEmpty()) {
            return lines;
        }
        double kernel = points.get(0).row().number("host_kernel_bytes").orElse(0);
        double load = points.get(0).row().number("load_rss_bytes").orElse(0);
        put(lines, Quantity.HEAP, points, row -> row.number("server_heap_used_bytes"));
        put(lines, Quantity.DIRECT, points, row -> row.number("server_direct_bytes"));
        put(lines, Quantity.DESCRIPTORS, points, row -> row.number("server_open_descriptors"));
        put(lines, Quantity.BUSY_THREADS, points, row -> row.number("server_busy_threads"));
        put(lines, Quantity.THREADS, points, row -> row.number("server_threads"));
        put(
                lines,
                Quantity.MEMORY,
                points,
                row -> plus(resident(row), (row.number("host_kernel_bytes").orElse(kernel) - kernel) / 2));
        put(
                lines,
                Quantity.MEMORY_OF_HOST,
                points,
                row -> plus(
                        resident(row),
                        row.number("host_kernel_bytes").orElse(kernel)
                                - kernel
                                + row.number("load_rss_bytes").orElse(load)
                                - load));
        return lines;
    }

    private static void put(
            Map<Quantity, FittedLine> lines,
            Quantity quantity,
            List<CostPoint> points,
            Function<CsvRow, OptionalDouble> value) {
        CostPoints<CostPoint> seen =
                CostPoints.ofOneServer(points, CostPoint::connections).seen(point -> value.apply(point.row()));
        FittedLine line = LeastSquares.fitted(seen.x(), seen.y(point -> value.apply(point.row())));
        if (line.isLine()) {
            lines.put(quantity, line);
        }
    }

    private static OptionalDouble plus(OptionalDouble value, double more) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() + more) : OptionalDouble.empty();
    }

    /** Returns the resident set less the pages of the heap that hold no object, where they were seen. */
    private static OptionalDouble resident(CsvRow row) {
        OptionalDouble without = ResidentCost.withoutFreeHeap(row);
        return without.isPresent() ? without : row.number("server_rss_bytes");
    }
}
