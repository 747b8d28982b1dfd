package io.ceiling.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The share of this host's processors that the harness takes while some servers merely hold connections. */
record HeldFigure(FigureOptions options) {

    /** Servers and agents have both ends of a connection: of one that is held, two descriptors. */
    private record Look(long nanos, long cpuNanos, long descriptors) {}

    private static final long SETTLES_NANOS = TimeUnit.SECONDS.toNanos(2);

    Ratio held(int servers) throws Exception {
        List<Double> percents = new ArrayList<>();
        for (int round = 0; round < options.number("rounds", 3); round++) {
            Path results = Files.createTempDirectory("held");
            try {
                percents.add(percent(servers, results));
            } finally {
                delete(results);
            }
        }
        return new Ratio("harness while held, servers: %d".formatted(servers), percents, List.of());
    }

    private double percent(int servers, Path results) throws Exception {
        // Half of what the ramp has reached is held, once, for that time.
        int most = 2 * options.number("connections", 8_000);
        Path output = results.resolve("output");
        Process harness = new ProcessBuilder(
                        options.text("ceiling", "./ceiling"),
                        "run",
                        "--container=tomcat",
                        "--connector=nio",
                        "--thread-kind=platform",
                        "--workload=keep-alive",
                        "--instances=" + servers,
                        "--cap=" + most,
                        "--nofile=max",
                        "--max-connections=-1",
                        "--buffer=1k",
                        "--threads=2",
                        "--slo=20s",
                        "--hold=" + options.number("hold", 20) + "s",
                        "--results=" + results)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        List<Look> looks = new ArrayList<>();
        while (!harness.waitFor(500, TimeUnit.MILLISECONDS)) {
            looks.add(look(harness));
        }
        List<Look> held = held(looks, most);
        if (held.isEmpty()) {
            throw new IllegalStateException(
                    "%d connections were not held: %s".formatted(most / 2, Files.readString(output)));
        }
        Look first = held.get(0);
        Look last = held.get(held.size() - 1);
        double nanos = last.nanos - first.nanos;
        double percent = 100
                * (last.cpuNanos - first.cpuNanos)
                / nanos
                / Runtime.getRuntime().availableProcessors();
        Ratio.print(
                "  %d servers, %d descriptors for %.1f s: harness %.2f %% of all processors",
                servers, last.descriptors, nanos / 1e9, percent);
        return percent;
    }

    private static Look look(Process harness) {
        long descriptors =
                harness.descendants().mapToLong(HeldFigure::descriptors).sum();
        long cpuNanos = harness.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
        return new Look(System.nanoTime(), cpuNanos, descriptors);
    }

    private static long descriptors(ProcessHandle process) {
        String[] open = new File("/proc/" + process.pid() + "/fd").list();
        return open == null ? 0 : open.length;
    }

    /** The longest time in which the number of descriptors stayed the same, without its ends. */
    private static List<Look> held(List<Look> looks, int least) {
        List<Look> longest = List.of();
        for (int from = 0; from < looks.size(); from++) {
            int to = from;
            while (to < looks.size()
                    && looks.get(to).descriptors >= least
                    && Math.abs(looks.get(to).descriptors - looks.get(from).descriptors) <= least / 100) {
                to++;
            }
            if (to - from > longest.size()) {
                longest = looks.subList(from, to);
            }
        }
        List<Look> all = longest;
        return all.stream()
                .filter(look -> look.nanos >= all.get(0).nanos + SETTLES_NANOS
                        && look.nanos <= all.get(all.size() - 1).nanos - SETTLES_NANOS)
                .toList();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        }
    }
}
