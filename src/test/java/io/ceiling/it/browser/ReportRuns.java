package io.ceiling.it.browser;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Folders of runs that were never made: with every verdict, or with markup wherever a server or a file has a say. */
final class ReportRuns {

    private ReportRuns() {}

    /** A run with each verdict, and with several sizes of the thread pool and of buffers. */
    static void variedIn(Path folder, Path of) throws IOException {
        copy(of, folder);
        List<Map<String, String>> rows = read(of.resolve("ceilings.csv"));
        List<Map<String, String>> some = new ArrayList<>(rows.subList(0, 10));
        some.get(3)
                .putAll(Map.of(
                        "verdict", "at-least",
                        "limiting_factor", "",
                        "first_failure_connections", "",
                        "why", "all 2024 worked, as many as --cap allows; no limit was reached"));
        some.get(4).putAll(Map.of("verdict", "invalid", "limiting_factor", "load-cpu", "ceiling_connections", ""));
        some.get(5)
                .putAll(Map.of(
                        "verdict", "at-least", "limiting_factor", "host-memory", "why", "the safety floor was met"));
        some.get(7)
                .putAll(Map.of(
                        "verdict", "skipped",
                        "limiting_factor", "",
                        "ceiling_connections", "",
                        "passed_connections", "",
                        "why", "virtual threads need JDK >= 21, found 17"));
        for (int threads : List.of(100, 200, 400, 800)) {
            for (int buffer : List.of(1024, 8192, 65_536)) {
                int room = buffer == 65_536 ? 130 : buffer == 8192 ? 520 : 2000;
                Map<String, String> row = new LinkedHashMap<>(rows.get(2));
                row.putAll(Map.of(
                        "scenario", "threads%d-buffer%d-fork1".formatted(threads, buffer),
                        "max_threads", Integer.toString(threads),
                        "used_max_threads", Integer.toString(threads),
                        "buffer_bytes", Integer.toString(buffer),
                        "ceiling_connections", Integer.toString(Math.min(threads, room)),
                        "limiting_factor", threads <= room ? "server-threads" : "server-heap"));
                some.add(row);
            }
        }
        write(folder.resolve("ceilings.csv"), some);
        Files.writeString(folder.resolve("broken.hlog"), "1.0,1.0,1.0,HISTFAAAA_nothing\n");
    }

    /**
     * A run with the intervals of its lines: those of keep-alive are on a curve, 2 and 5 bytes for the square of the connections.
     * The others have no interval.
     */
    static void curvedIn(Path folder, Path of) throws IOException {
        copy(of, folder);
        String curved = "tomcat-nio-platform-keep-alive-heap512m-nofile2048-jdk25.0.3-fork1";
        String line = "tomcat-nio-platform-websocket-heap512m-nofile2048-jdk25.0.3-fork1";
        List<Map<String, String>> ceilings = read(of.resolve("ceilings.csv"));
        for (Map<String, String> row : ceilings) {
            boolean known = List.of(curved, line).contains(row.get("scenario"));
            row.put("cost_degrees_of_freedom", known ? "2" : "");
            row.put("curved_costs", curved.equals(row.get("scenario")) ? "heap;rss" : "");
            for (int gib : List.of(1, 4, 16, 64)) {
                if (curved.equals(row.get("scenario"))) {
                    row.put("connections_at_%d_gib".formatted(gib), "");
                }
            }
        }
        write(folder.resolve("ceilings.csv"), ceilings);
        List<Map<String, String>> steps = read(of.resolve("steps.csv"));
        for (Map<String, String> row : steps) {
            long served = Long.parseLong(row.get("served_connections"));
            if (List.of(curved, line).contains(row.get("scenario"))) {
                // After a failure a server may have its traces, so that its readings are not shown.
                row.put("server", "true".equals(row.get("passed")) ? "1" : "2");
            }
            if (curved.equals(row.get("scenario"))) {
                row.put("server_rss_bytes", Long.toString(60_000_000 + 40_000 * served + 5 * served * served));
                row.put("server_heap_used_bytes", Long.toString(10_000_000 + 15_000 * served + 2 * served * served));
                // No free heap.
                row.put("server_heap_resident_bytes", row.get("server_heap_used_bytes"));
            }
        }
        write(folder.resolve("steps.csv"), steps);
    }

    /** A sample of a run that has none as high. */
    record Peak(String scenario, int seconds, int connections) {}

    /**
     * A run of 10 000 scenarios, a row each in ceilings.csv and steps.csv, and 1 000 000 samples: 50 sizes of the thread pool, 20 of
     * buffers, 10 heaps.
     *
     * @return one sample in the middle of the 700th scenario, 50 times as high as any other
     */
    static Peak largeIn(Path folder, Path of) throws IOException {
        Files.createDirectories(folder);
        Files.copy(of.resolve("environment.json"), folder.resolve("environment.json"));
        Map<String, String> ceiling = read(of.resolve("ceilings.csv")).get(2);
        Map<String, String> step = read(of.resolve("steps.csv")).get(2);
        List<Map<String, String>> ceilings = new ArrayList<>();
        List<Map<String, String>> steps = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            int threads = 20 * (1 + i / 20 % 50);
            int held = Math.min(threads, 2000 / (1 + i % 20));
            Map<String, String> row = new LinkedHashMap<>(ceiling);
            row.putAll(Map.of(
                    "scenario", "large-%d-fork1".formatted(i),
                    "max_threads", Integer.toString(threads),
                    "used_max_threads", Integer.toString(threads),
                    "buffer_bytes", Integer.toString(1024 * (1 + i % 20)),
                    "heap_max_bytes", Long.toString((64L << 20) * (1 + i / 1000)),
                    "ceiling_connections", Integer.toString(held),
                    "first_failure_connections", Integer.toString(held + 1),
                    "limiting_factor", held == threads ? "server-threads" : "server-heap"));
            ceilings.add(row);
            Map<String, String> one = new LinkedHashMap<>(step);
            one.putAll(Map.of("scenario", "large-%d-fork1".formatted(i)));
            steps.add(one);
        }
        write(folder.resolve("ceilings.csv"), ceilings);
        write(folder.resolve("steps.csv"), steps);
        Peak peak = new Peak("large-699-fork1", 43, 50_000);
        samples(folder.resolve("samples.csv"), read(of.resolve("samples.csv")).get(1), peak);
        return peak;
    }

    /** A hundred of each scenario, one a second. */
    private static void samples(Path file, Map<String, String> like, Peak peak) throws IOException {
        Map<String, String> row = new LinkedHashMap<>(like);
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(file)) {
            writer.writeRecord(row.keySet());
            for (int i = 0; i < 1_000_000; i++) {
                String scenario = "large-%d-fork1".formatted(i / 100);
                int second = 1 + i % 100;
                boolean highest = scenario.equals(peak.scenario()) && second == peak.seconds();
                row.putAll(Map.of(
                        "scenario", scenario,
                        "elapsed_ns", Long.toString(second * 1_000_000_000L),
                        "after_gc", Boolean.toString(second % 10 == 0),
                        "load_agents", "1",
                        "load_alive", Integer.toString(highest ? peak.connections() : 9 * second + second % 7),
                        "server_gc_ns", Long.toString(second * 3_000_000L)));
                writer.writeRecord(row.values());
            }
        }
    }

    /** A run whose every text is an attack. */
    static void hostileIn(Path folder, Path of, String attack) throws IOException {
        copy(of, folder);
        for (String file : List.of("ceilings.csv", "climb.csv")) {
            List<Map<String, String>> rows = read(of.resolve(file));
            for (Map<String, String> row : rows) {
                for (String column : List.of(
                        """
                        container container_version connector workload evidence limiting_factor next_limits
                        why climb setting setting_to published_stopped_by ended"""
                                .split("\\s+"))) {
                    row.computeIfPresent(column, (name, value) -> attack + "\u2028{a|b}");
                }
                row.computeIfPresent("relief", (name, value) -> "=HYPERLINK(\"http://x\")");
            }
            write(folder.resolve(file), rows);
        }
        Path environment = folder.resolve("environment.json");
        String quoted = attack.replace("\"", "\\\"");
        Files.writeString(
                environment,
                Files.readString(environment)
                        .replaceFirst(
                                "\"kernel\" : \"[^\"]*\"", "\"kernel\" : \"" + quoted.replace("\\", "\\\\") + "\""));
        Files.writeString(folder.resolve("<b onclick=alert(1)>.hlog"), "no histogram\n");
    }

    /** Results of JMH alone, as {@code -rf json} writes them: two benchmarks of two servers, and one with markup in it and no error. */
    static void benchmarksIn(Path folder, String attack) throws IOException {
        List<String> results = new ArrayList<>();
        for (String server : List.of("tomcat-nio-platform", "jetty-virtual")) {
            results.add(benchmark("io.ceiling.jmh.RequestBenchmark.synchronous", server, "21.5", "0.7"));
            results.add(benchmark("io.ceiling.jmh.WebSocketBenchmark.echo", server, "17.25", "1.1"));
        }
        results.add(benchmark("io.ceiling.jmh.Odd.one", attack.replace("\"", "\\\""), "3", "\"NaN\""));
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("jmh.json"), "[" + String.join(",\n", results) + "]\n");
        Files.writeString(
                folder.resolve("jmh.txt"),
                "# Server: pid 1, %s, nio (a.B), x threads (max 1), JDK 25\n".formatted(attack));
    }

    private static String benchmark(String name, String server, String score, String error) {
        return """
                {"jmhVersion": "1.37", "benchmark": "%s", "mode": "avgt", "forks": 3, "measurementIterations": 5,
                 "vmName": "OpenJDK 64-Bit Server VM", "vmVersion": "17.0.15", "params": {"buffer": "default", "server": "%s"},
                 "primaryMetric": {"score": %s, "scoreError": %s, "scoreUnit": "us/op"},
                 "secondaryMetrics": {"server.alloc.norm": {"score": 5211.5, "scoreError": 3.0, "scoreUnit": "B/op"}}}"""
                .formatted(name, server, score, error);
    }

    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
            }
        }
    }

    private static List<Map<String, String>> read(Path file) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> records = CsvReader.builder().ofCsvRecord(file, StandardCharsets.UTF_8)) {
            List<CsvRecord> all = records.stream().toList();
            for (CsvRecord one : all.subList(1, all.size())) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 0; i < one.getFieldCount(); i++) {
                    row.put(all.get(0).getField(i), one.getField(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static void write(Path file, List<Map<String, String>> rows) throws IOException {
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(file)) {
            writer.writeRecord(rows.get(0).keySet());
            rows.forEach(row -> writer.writeRecord(row.values()));
        }
    }
}
