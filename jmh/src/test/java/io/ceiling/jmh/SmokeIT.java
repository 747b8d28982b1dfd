package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every benchmark once, for a moment: that it runs, that what it measures is there, and that it leaves no server. */
class SmokeIT {

    private static final List<String> SHORT = List.of("-f", "1", "-wi", "0", "-i", "1", "-r", "200ms", "-foe", "true");

    /** One of each class. */
    private static final List<String> FIRST = List.of(
            "BroadcastBenchmark",
            "RequestBenchmark.synchronous",
            "SuspendedBenchmark",
            "WebSocketBenchmark",
            "EncoderBenchmark.maskedFrame",
            "ParserBenchmark.httpAnswer");

    /** The class that owns the server socket, and tells the connector. */
    private static final Map<String, String> ENDPOINTS = Map.of(
            "tomcat-bio-platform", "org.apache.tomcat.util.net.JIoEndpoint",
            "tomcat-nio-virtual", "org.apache.tomcat.util.net.NioEndpoint",
            "tomcat-nio2-platform", "org.apache.tomcat.util.net.Nio2Endpoint",
            "tomcat-nio2-virtual", "org.apache.tomcat.util.net.Nio2Endpoint",
            "jetty-platform", "org.eclipse.jetty.server.ServerConnector",
            "jetty-virtual", "org.eclipse.jetty.server.ServerConnector");

    @TempDir
    Path folder;

    @Test
    void oneBenchmarkOfEachClassRuns() throws Exception {
        List<JsonNode> results = run(
                FIRST,
                "server=tomcat-nio-platform",
                "atmosphere=3",
                "broadcaster=channel",
                "subscribers=1",
                "reads=4",
                "bytes=1462");

        assertThat(results).hasSameSizeAs(FIRST);
        results.forEach(SmokeIT::assertMeasured);
    }

    @Tag("all")
    @Test
    void everyBenchmarkRunsAndTellsWhatItCosts() throws Exception {
        List<JsonNode> results = run(
                List.of(".*"),
                "server=tomcat-nio-platform",
                "atmosphere=3",
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
        List<String> benchmarks = List.of("RequestBenchmark.synchronous", "SuspendedBenchmark", "WebSocketBenchmark");
        List<JsonNode> results = run(benchmarks, "server=" + String.join(",", ENDPOINTS.keySet()), "buffer=1k");

        assertThat(results).hasSize(benchmarks.size() * ENDPOINTS.size());
        results.forEach(SmokeIT::assertMeasured);
        String asked = "";
        for (String line : Files.readAllLines(log())) {
            if (line.startsWith("# Parameters:")) {
                asked = line.replaceAll(".*server = ([a-z0-9-]+).*", "$1");
            } else if (line.startsWith("# Server: pid")) {
                assertThat(line).as(asked).contains("(" + ENDPOINTS.get(asked) + ")", "=1024");
            }
        }
        assertThat(Benchmarks.serversIn(log())).hasSize(results.size());
    }

    @Tag("all")
    @Test
    void everyBroadcasterOfEachAtmosphereReachesItsSubscribers() throws Exception {
        List<JsonNode> results = run(
                List.of("BroadcastBenchmark"),
                "server=jetty-platform",
                "atmosphere=3,4",
                "broadcaster=simple,default",
                "subscribers=2");

        assertThat(results).hasSize(4);
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
