package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.container.ContainerVariant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Param;

/** Every benchmark once, for a moment: that it runs, that what it measures is there, and that it leaves no server. */
class SmokeIT {

    private static final List<String> SHORT = List.of("-f", "1", "-wi", "0", "-i", "1", "-r", "200ms", "-foe", "true");

    /** One of each class. */
    private static final List<String> FIRST = List.of(
            "BroadcastBenchmark", "RequestBenchmark.synchronous",
            "SuspendedBenchmark", "WebSocketBenchmark",
            "EncoderBenchmark.maskedFrame", "ParserBenchmark.httpAnswer");

    @TempDir
    Path folder;

    @Test
    void oneBenchmarkOfEachClassRuns() throws Exception {
        List<JsonNode> results = run(
                FIRST, "server=tomcat-nio-platform", "broadcaster=channel", "subscribers=1", "reads=4", "bytes=1462");

        assertThat(results).hasSameSizeAs(FIRST);
        results.forEach(SmokeIT::assertMeasured);
        assertThat(Files.readString(folder.resolve("jmh-forks.csv")).lines())
                .filteredOn(line -> line.contains(",score,"))
                .hasSameSizeAs(FIRST);
        assertThat(log()).content().contains("# Forks: mean of each", "inned");
    }

    @Tag("all")
    @Test
    void everyBenchmarkRunsAndTellsWhatItCosts() throws Exception {
        List<JsonNode> results = run(
                List.of(".*"),
                "server=tomcat-nio-platform",
                "broadcaster=channel",
                "subscribers=1,100",
                "reads=4",
                "bytes=1462");

        assertThat(new TreeSet<>(results.stream()
                        .map(result -> result.get("benchmark").asText())
                        .toList()))
                .containsExactlyElementsOf(new TreeSet<>(listed()));
        results.forEach(SmokeIT::assertMeasured);
    }

    @Tag("all")
    @Test
    void everyServerIsTheOneThatWasAskedFor() throws Exception {
        // Containers cut their answers into pieces as they like, and the benchmarks know how.
        List<String> benchmarks = List.of("SuspendedBenchmark", "WebSocketBenchmark");
        Param servers = EveryServer.class.getField("server").getAnnotation(Param.class);
        List<JsonNode> results = run(benchmarks, "buffer=1k");

        assertThat(results).hasSize(benchmarks.size() * servers.value().length);
        results.forEach(SmokeIT::assertMeasured);
        String asked = "";
        for (String line : Files.readAllLines(log())) {
            if (line.startsWith("# Parameters:")) {
                asked = line.replaceAll(".*server = ([a-z0-9-]+).*", "$1");
            } else if (line.startsWith("# Server: pid")) {
                // As the server reads it back from its running connector, whose class its own contract test names.
                ContainerVariant variant = ContainerVariant.of(asked);
                assertThat(line)
                        .as(asked)
                        .contains(
                                ", %s ".formatted(variant.container().name()),
                                ", %s (".formatted(variant.connector().label()),
                                ", %s threads".formatted(variant.threadKind().label()),
                                "=1024");
            }
        }
        assertThat(Benchmarks.serversIn(log())).hasSize(results.size());
    }

    @Tag("all")
    @Test
    void everyBroadcasterReachesItsSubscribers() throws Exception {
        List<JsonNode> results = run(
                List.of("BroadcastBenchmark"), "server=jetty-platform", "broadcaster=simple,default", "subscribers=2");

        assertThat(results).hasSize(2);
        results.forEach(SmokeIT::assertMeasured);
    }

    private static void assertMeasured(JsonNode result) {
        String what = result.toString();
        assertThat(result.at("/primaryMetric/score").asDouble()).as(what).isPositive();
        if (result.at("/params/server").isMissingNode()) {
            return;
        }
        assertThat(result.at("/secondaryMetrics/server.alloc.norm/score").asDouble())
                .as(what)
                .isPositive();
        assertThat(result.at("/secondaryMetrics").has("server.cpu.norm"))
                .as(what)
                .isTrue();
        assertThat(result.at("/secondaryMetrics").has("client.cpu.norm"))
                .as(what)
                .isTrue();
    }

    private List<String> listed() throws Exception {
        assertThat(Benchmarks.start(log(), List.of("-l")).waitFor()).isZero();
        return Files.readAllLines(log()).stream()
                .filter(line -> line.startsWith("io.ceiling."))
                .toList();
    }

    private List<JsonNode> run(List<String> benchmarks, String... parameters) throws Exception {
        Path json = folder.resolve("jmh.json");
        List<String> arguments = new ArrayList<>(benchmarks);
        arguments.addAll(SHORT);
        arguments.addAll(List.of("-rf", "json", "-rff", json.toString()));
        for (String parameter : parameters) {
            arguments.addAll(List.of("-p", parameter));
        }
        int exitCode = Benchmarks.start(log(), arguments).waitFor();
        assertThat(exitCode).as(Files.readString(log(), StandardCharsets.UTF_8)).isZero();
        List<JsonNode> results = new ArrayList<>();
        new ObjectMapper().readTree(json.toFile()).forEach(results::add);
        assertThat(results).isNotEmpty();
        assertThat(Benchmarks.serversIn(log()))
                .allSatisfy(server -> assertThat(ProcessHandle.of(server)).isEmpty());
        return results;
    }

    private Path log() {
        return folder.resolve("log");
    }
}
