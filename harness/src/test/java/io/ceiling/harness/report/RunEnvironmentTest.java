package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.TlsReadback;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunEnvironmentTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Scenario first =
            Fixtures.scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);

    private final Path results;

    RunEnvironmentTest(@TempDir Path results) {
        this.results = results;
    }

    private static JsonNode scenarios(RunFolder folder) throws IOException {
        return new ObjectMapper()
                .readTree(folder.path().resolve("environment.json").toFile())
                .path("scenarios");
    }

    private static Scenario inFlight() {
        return Fixtures.websocket()
                .with(Work.of(
                        Workloads.CUSTOM,
                        new UserApplication(Optional.empty(), CustomRequest.inFlight("/slow", RequestPace.AT_ONCE))));
    }

    @Test
    void theEnvironmentHoldsWhatWasAskedAndWhatIsUsed() throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.writeEnvironment(Fixtures.environment(), Fixtures.RAMP);
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of(Fixtures.started("java", "-Xmx512m")));
        }

        try (RunFolder folder = RunFolder.resume(path)) {
            folder.writeEnvironment(Fixtures.environment(), Fixtures.RAMP);
        }

        JsonNode json =
                new ObjectMapper().readTree(path.resolve("environment.json").toFile());
        assertThat(json.at("/environment/limits/nofile_hard").asInt()).isEqualTo(20_000);
        assertThat(json.at("/environment/limits/conntrack_max").asInt()).isEqualTo(-1);
        assertThat(json.at("/environment/setup/clocksource").asText()).isEqualTo("tsc");
        assertThat(json.at("/environment/setup/cpu_governor").asText()).isEqualTo("not seen");
        assertThat(json.at("/environment/jdks/0/home").asText()).isEqualTo("/opt/jdk-25");
        assertThat(json.path("resumed")).hasSize(1);
        assertThat(json.at("/ramp/hold_ns").asLong()).isEqualTo(300_000_000);
        JsonNode scenario = json.path("scenarios").path(first.name());
        assertThat(scenario.at("/asked/heap_max_bytes").asText()).isEqualTo("536870912");
        assertThat(scenario.at("/server_command/1").asText()).isEqualTo("-Xmx512m");
        assertThat(scenario.at("/used/buffers/appReadBufSize").asInt()).isEqualTo(1024);
        assertThat(RunFolder.commandLine(path)).containsExactly("run", "--preset=quick");
        assertThat(path.resolve("environment.json.new")).doesNotExist();
    }

    @Test
    void theEnvironmentIsSealed() throws IOException {
        Target seen = Target.withAddressOnly(
                new Target.Endpoint("shop", "10.0.0.2", 443, "/app", true, false, List.of("Cookie: a=b")), false);
        Target here = new Target(
                seen.endpoint(),
                true,
                OptionalLong.of(4711),
                3,
                new Target.Software("tomcat", "11.0.25", "nio", "25.0.3", "java"),
                List.of("heap", "threads"),
                Optional.of(new Proxy("nginx", 812, 2, "127.0.0.1:8081", List.of("worker_connections 512"))),
                Optional.empty());
        StartedServer unread = new StartedServer(
                        List.of("node", "server.js"),
                        new RunningSettings(
                                812,
                                "",
                                40123,
                                "",
                                Fixtures.running().container(),
                                new ConnectorReadback(
                                        Limit.UNLIMITED,
                                        Limit.NOT_SEEN,
                                        Limit.DEFAULT,
                                        Limit.of(0),
                                        Map.of("bufferSize", 8192),
                                        new TlsReadback("TLSv1.3", "AES", "X25519", "RSA"),
                                        Deflate.OFF,
                                        Limit.of(64)),
                                "10.0.0.3:40124"))
                .at(new StartedServer.ServerHost("east", "10.0.0.2"))
                .withUnreportedOptions(List.of("--threads"));
        Golden.holds(
                results,
                folder -> {
                    folder.writeEnvironment(Fixtures.environment(), Fixtures.RAMP);
                    folder.writeEnvironment(
                            Fixtures.environment(),
                            Fixtures.RAMP.toBuilder()
                                    .sourceAddresses(OptionalInt.of(2))
                                    .sloGiven(true)
                                    .build());
                    folder.writePlanned(4);
                    folder.writeHosts(Map.of("west", Fixtures.environment(), "east", Fixtures.environment()));
                    folder.writeAgents(List.of("java", "-Xmx64m"));
                    folder.writeTargets(List.of(seen));
                    folder.writeTargets(List.of(seen, here));
                    folder.writeServers(first, List.of());
                    folder.append(Fixtures.result(Fixtures.ring(), Fixtures.REACHED), List.of(unread, unread));
                    folder.append(Fixtures.broadcastResult(), List.of());
                    folder.append(Fixtures.result(inFlight(), Fixtures.REACHED), List.of());
                },
                RunFolder.ENVIRONMENT);
    }

    @Test
    void theEnvironmentHoldsWhatAScenarioTook() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(Fixtures.broadcastResult(), List.of());
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());

            JsonNode scenarios = scenarios(folder);
            JsonNode effort = scenarios.path(Fixtures.broadcast().name()).path("effort");
            assertThat(effort.at("/phases_s/start").asDouble()).isEqualTo(3.104);
            assertThat(effort.at("/phases_s/warm_up").asDouble()).isEqualTo(1.95);
            assertThat(effort.at("/phases_s/recover").asDouble()).isZero();
            assertThat(effort.at("/cpu_s/server").asDouble()).isEqualTo(6.13);
            assertThat(effort.at("/cpu_s/agents").isNull()).isTrue();
            assertThat(effort.at("/warm_up/servers").asInt()).isEqualTo(2);
            assertThat(effort.at("/warm_up/not_steady").asInt()).isEqualTo(1);
            assertThat(effort.at("/warm_up/seconds").asDouble()).isEqualTo(1.95);
            assertThat(scenarios.path(first.name()).has("effort")).isFalse();
        }
    }

    @Test
    void theFilesTellTheSloAndTheRateOfRequestsInFlight() throws IOException {
        ScenarioResult plain = Fixtures.result(inFlight(), Fixtures.REACHED);
        Step.Generator generator = new Step.Generator(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(66.5), OptionalDouble.of(1500));
        ScenarioResult judged = Fixtures.reached(
                plain.scenario(),
                plain.steps().stream()
                        .map(step -> step.withSlo(Duration.ofMillis(900)).with(generator))
                        .toList());
        for (boolean given : new boolean[] {false, true}) {
            try (RunFolder folder = RunFolder.create(results, "x" + given, CLOCK)) {
                folder.writeEnvironment(
                        Fixtures.environment(),
                        Fixtures.RAMP.toBuilder()
                                .slo(Duration.ofMillis(900))
                                .sloGiven(given)
                                .build());
                folder.append(judged, List.of());

                JsonNode slo = scenarios(folder).path(judged.scenario().name()).path("slo");
                assertThat(slo.path("used_ns").asLong()).isEqualTo(900_000_000);
                assertThat(slo.path("asked_ns").isNull()).isEqualTo(!given);
                for (String file : List.of("ceilings.csv", "steps.csv")) {
                    assertThat(CsvTable.read(folder.path(), file).rows())
                            .extracting(row -> row.cell("requests_per_second"))
                            .containsOnly("66.5");
                    assertThat(CsvTable.read(folder.path(), file).rows())
                            .filteredOn(row -> !row.cell("passed").equals("false"))
                            .extracting(
                                    row -> row.cell("server_cpu_ns_per_request"),
                                    row -> row.cell("server_cpu_ns_per_delivery"))
                            .containsOnly(tuple("1500", ""));
                    assertThat(CsvTable.read(folder.path(), file).rows())
                            .filteredOn(row -> row.cell("passed").equals("false"))
                            .allMatch(
                                    row -> row.cell("server_cpu_ns_per_request").isEmpty());
                }
            }
        }
    }

    @Test
    void theEnvironmentHoldsEveryServerOfARing() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(
                    Fixtures.result(Fixtures.ring(), Fixtures.REACHED),
                    List.of(Fixtures.started("first"), Fixtures.started("second"), Fixtures.started("third")));

            JsonNode scenario = scenarios(folder).path(Fixtures.ring().name());
            assertThat(scenario.at("/asked/instances").asInt()).isEqualTo(3);
            assertThat(scenario.at("/server_command/0").asText()).isEqualTo("first");
            assertThat(scenario.path("further_servers")).hasSize(2);
            assertThat(scenario.at("/further_servers/1/server_command/0").asText())
                    .isEqualTo("third");
            assertThat(scenario.at("/further_servers/1/used/container_version").asText())
                    .isEqualTo("11.0.25");
            assertThat(scenario.at("/used").has("next_instance")).isTrue();
        }
    }

    @Test
    void theEnvironmentDoesNotTellTheUsersHome() throws IOException {
        String userHome = System.getProperty("user.home");
        // That of the JDK in the fixtures.
        System.setProperty("user.home", "/opt");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(
                    Fixtures.result(first, Fixtures.REACHED),
                    List.of(Fixtures.started("/opt/jdk-25/bin/java", "-XX:ErrorFile=/opt/results/x.hs_err")));

            JsonNode scenario = scenarios(folder).path(first.name());
            assertThat(scenario.at("/asked/jdk_home").asText()).isEqualTo("~/jdk-25");
            assertThat(scenario.path("server_command"))
                    .extracting(JsonNode::asText)
                    .containsExactly("~/jdk-25/bin/java", "-XX:ErrorFile=~/results/x.hs_err");
        } finally {
            System.setProperty("user.home", userHome);
        }
    }
}
