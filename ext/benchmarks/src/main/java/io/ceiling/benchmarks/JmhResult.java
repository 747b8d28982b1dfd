package io.ceiling.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.stats.ForkMeans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One result of JMH, as {@code -rf json} writes it: one benchmark with one value of each parameter.
 *
 * @param benchmark full name of the benchmark
 * @param parameters values by name
 * @param score the measured value
 * @param costs further measured costs of one operation by name, see {@link #COSTS}
 * @param method settings of the measurement
 */
record JmhResult(
        String benchmark, Map<String, String> parameters, Score score, Map<String, Double> costs, Method method) {

    /**
     * The measured value.
     *
     * @param value score of JMH
     * @param error half the width of the 95 % interval, from the means of the forks; empty if there was only one fork
     * @param unit unit of both
     * @param forks means of the forks; empty if the file does not have the figures of each
     */
    record Score(double value, OptionalDouble error, String unit, Optional<ForkMeans> forks) {}

    /**
     * The settings of the measurement.
     *
     * @param mode mode of JMH
     * @param forks number of forks
     * @param iterations number of measurements in each fork
     * @param jdk name and version of the client's VM
     * @param jmh version of JMH
     * @param setup the settings for display, in their order
     */
    record Method(String mode, int forks, int iterations, String jdk, String jmh, Map<String, String> setup) {}

    /** Name of the file in the folder of a run. */
    static final String FILE = "jmh.json";

    /** Names of the costs of an operation in each of the two JVMs. */
    static final List<String> COSTS =
            List.of("server.alloc.norm", "server.cpu.norm", "client.cpu.norm", "gc.alloc.rate.norm");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * Returns the results in that folder; none if the file does not exist. Blocks for disk I/O.
     *
     * @throws RunFolderException if the file is no list of such results; the message is one line
     */
    static List<JmhResult> read(Path folder) {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        JsonNode all;
        try {
            all = MAPPER.readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read as JSON".formatted(file), e);
        }
        if (!all.isArray()) {
            throw new RunFolderException(
                    "%s is no list of results. Hint: make it with -rf json -rff %s".formatted(file, FILE), null);
        }
        List<JmhResult> results = new ArrayList<>();
        for (JsonNode node : all) {
            if (!node.path("benchmark").isTextual()
                    || !node.path("primaryMetric").path("score").isNumber()) {
                throw new RunFolderException(
                        "%s: result %d has no benchmark or no score. Hint: make it with -rf json -rff %s"
                                .formatted(file, results.size() + 1, FILE),
                        null);
            }
            results.add(of(node));
        }
        return results;
    }

    private static JmhResult of(JsonNode node) {
        JsonNode primary = node.path("primaryMetric");
        Map<String, String> parameters = new TreeMap<>();
        node.path("params")
                .properties()
                .forEach(each -> parameters.put(each.getKey(), each.getValue().asText()));
        Map<String, Double> costs = new TreeMap<>();
        for (String name : COSTS) {
            JsonNode score = node.path("secondaryMetrics").path(name).path("score");
            if (score.isNumber()) {
                costs.put(name, score.asDouble());
            }
        }
        Optional<ForkMeans> forks = forks(primary.path("rawData"));
        return new JmhResult(
                node.path("benchmark").asText(),
                parameters,
                new Score(
                        primary.path("score").asDouble(),
                        forks.map(ForkMeans::halfWidth).orElseGet(() -> ofJmh(primary.path("scoreError"))),
                        primary.path("scoreUnit").asText(),
                        forks),
                costs,
                new Method(
                        node.path("mode").asText(),
                        node.path("forks").asInt(),
                        node.path("measurementIterations").asInt(),
                        node.path("vmName").asText() + " "
                                + node.path("vmVersion").asText(),
                        node.path("jmhVersion").asText(),
                        setup(node)));
    }

    // Without figures of each fork there is only JMH's own interval. It writes a missing figure as the text "NaN".
    private static OptionalDouble ofJmh(JsonNode error) {
        return error.isNumber() ? OptionalDouble.of(error.asDouble()) : OptionalDouble.empty();
    }

    private static Optional<ForkMeans> forks(JsonNode raw) {
        List<Double> means = new ArrayList<>();
        for (JsonNode fork : raw) {
            double sum = 0;
            for (JsonNode iteration : fork) {
                if (!iteration.isNumber()) {
                    return Optional.empty();
                }
                sum += iteration.asDouble();
            }
            if (fork.isEmpty()) {
                return Optional.empty();
            }
            means.add(sum / fork.size());
        }
        return means.isEmpty() ? Optional.empty() : Optional.of(new ForkMeans(means));
    }

    /** Returns true if the forks show where the kernel put the threads of client and server, not their work. */
    boolean isScheduling() {
        return hasServer() && score.forks().filter(ForkMeans::isScheduling).isPresent();
    }

    private static Map<String, String> setup(JsonNode node) {
        Map<String, String> setup = new LinkedHashMap<>();
        setup.put("JMH", node.path("jmhVersion").asText());
        setup.put("JDK of the client", node.path("jdkVersion").asText());
        setup.put(
                "VM of the client",
                "%s %s"
                        .formatted(
                                node.path("vmName").asText(),
                                node.path("vmVersion").asText())
                        .strip());
        setup.put("forks", node.path("forks").asText());
        setup.put("warm-up of a fork", iterations(node, "warmup"));
        setup.put("measurement of a fork", iterations(node, "measurement"));
        setup.values().removeIf(String::isEmpty);
        return setup;
    }

    private static String iterations(JsonNode node, String kind) {
        String count = node.path(kind + "Iterations").asText();
        String time = node.path(kind + "Time").asText();
        return count.isEmpty() ? "" : "%s iterations%s".formatted(count, time.isEmpty() ? "" : " of " + time);
    }

    /** Returns class and method, without the package. */
    String name() {
        int method = benchmark.lastIndexOf('.');
        return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    }

    /** Returns true if a server took part, so that results of several servers can be compared. */
    boolean hasServer() {
        return parameters.containsKey("server");
    }
}
