package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.TlsReadback;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.result.MoreResults;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.InFlight;
import io.ceiling.harness.scenario.OwnApplication;
import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Scenario first =
            Fixtures.scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);
    private final Scenario second =
            Fixtures.scenario(Workloads.KEEP_ALIVE, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);
    private final Path results;

    RunFolderTest(@TempDir Path results) {
        this.results = results;
    }

    private Path created(String name) {
        try (RunFolder folder = RunFolder.create(results, name, CLOCK)) {
            return folder.path();
        }
    }

    private static JsonNode scenarios(RunFolder folder) throws IOException {
        return new ObjectMapper()
                .readTree(folder.path().resolve("environment.json").toFile())
                .path("scenarios");
    }

    @Test
    void isNamedByTimeAndRunAndLatestPointsAtTheNewest() throws IOException {
        Path one = created("quick-tomcat");
        Path two = created("quick-tomcat");

        assertThat(one).hasFileName("20261121T091500Z-quick-tomcat");
        assertThat(two).hasFileName("20261121T091500Z-quick-tomcat-2");
        assertThat(results.resolve("latest").toRealPath()).isEqualTo(two.toRealPath());
        assertThat(Files.readSymbolicLink(results.resolve("latest"))).isEqualTo(two.getFileName());
    }

    @Test
    void somethingElseCalledLatestIsLeftAlone() throws IOException {
        Files.createDirectories(results.resolve("latest").resolve("mine"));

        RunFolder.create(results, "x", CLOCK).close();

        assertThat(results.resolve("latest").resolve("mine")).isDirectory();
        assertThat(results).isDirectoryNotContaining("glob:**/.latest*");
    }

    @Test
    void aFolderThatCannotBeMadeIsOneClearError() throws IOException {
        Path file = Files.writeString(results.resolve("file"), "");

        assertThatThrownBy(() -> RunFolder.create(file, "x", CLOCK))
                .isInstanceOf(RunFolderException.class)
                .hasMessageStartingWith("results folder " + file + " cannot be written: ")
                .hasMessageEndingWith("Hint: --results=FOLDER")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aRowIsInTheFileWhenAppendReturns() {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());

            List<CsvRow> rows = CsvTable.ceilings(folder.path().resolve("ceilings.csv"));

            assertThat(rows).singleElement().satisfies(row -> {
                assertThat(row.text("scenario")).isEqualTo(first.name());
                assertThat(row.number("ceiling_connections")).hasValue(4040);
                assertThat(row.number("kernel_bytes_per_connection")).isEmpty();
                assertThat(row.text("evidence"))
                        .isEqualTo("4096 of 4096 descriptors open, \"Too many open files\" at accept");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 40, 200, 400})
    void aTornLastRowIsRemovedAndItsScenarioRunsAgain(int lost) throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());
            folder.appendSample(second, Fixtures.sample(1, false, 10));
            folder.append(Fixtures.result(second, Fixtures.REACHED), List.of());
        }
        Path ceilings = path.resolve("ceilings.csv");
        byte[] whole = Files.readAllBytes(ceilings);
        Files.write(
                ceilings,
                ByteBuffer.allocate(whole.length - lost)
                        .put(whole, 0, whole.length - lost)
                        .array());
        Files.writeString(path.resolve("steps.csv"), "x,torn", StandardOpenOption.APPEND);

        try (RunFolder folder = RunFolder.resume(path)) {
            assertThat(folder.finished()).containsExactly(first.name());
            assertThat(scenarios(path.resolve("steps.csv"))).containsOnly("scenario", first.name());
            assertThat(scenarios(path.resolve("details").resolve("samples.csv")))
                    .containsOnly("scenario");

            folder.append(Fixtures.result(second, Fixtures.REACHED), List.of());
        }

        assertThat(Files.readAllBytes(ceilings)).isEqualTo(whole);
    }

    @Test
    void rowsOfAnExtensionBeginAFileAndThoseOfAnUnfinishedScenarioAreReplaced() throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.append(Fixtures.result(first, Fixtures.REACHED).with(more(first)), List.of());
            assertThat(path.resolve("more.csv")).doesNotExist();
            folder.append(Fixtures.result(first, Fixtures.REACHED).with(more(first, "of a first")), List.of());
        }
        Files.writeString(
                path.resolve("more.csv"), "x,%s,of a kill\r\n".formatted(second.name()), StandardOpenOption.APPEND);

        try (RunFolder folder = RunFolder.resume(path)) {
            folder.append(Fixtures.result(second, Fixtures.REACHED).with(more(second)), List.of());
            folder.append(Fixtures.result(second, Fixtures.REACHED).with(more(second, "of a second")), List.of());
        }

        assertThat(Files.readAllLines(path.resolve("more.csv")))
                .containsExactly(
                        "run,scenario,words",
                        "x,%s,of a first".formatted(first.name()),
                        "x,%s,of a second".formatted(second.name()));
    }

    private static MoreResults more(Scenario scenario, String... words) {
        return new MoreResults(
                List.of(),
                List.of(new MoreResults.Rows(
                        "more.csv",
                        List.of("run", "scenario", "words"),
                        Stream.of(words)
                                .map(word -> List.of("x", scenario.name(), word))
                                .toList())));
    }

    @Test
    void theSummaryHasEachRowAsSoonAsItIsThere() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());
            assertThat(Files.readAllLines(folder.path().resolve("summary.csv"))).hasSize(2);

            folder.append(Fixtures.result(second, Fixtures.REACHED), List.of());
            assertThat(Files.readAllLines(folder.path().resolve("summary.csv"))).hasSize(3);
        }
    }

    /** Whoever made the link would choose what is written and removed. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void detailsThatAreALinkAreNotFollowed() throws IOException {
        Path path = created("x");
        Path elsewhere = Files.move(path.resolve("details"), results.resolve("elsewhere"));
        Files.createSymbolicLink(path.resolve("details"), elsewhere);

        assertThatThrownBy(() -> RunFolder.resume(path))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("cannot be written: a file of that name is there already");
        assertThat(Details.of(path)).isEqualTo(path);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theFolderOfAnApplicationOfTheUserIsItsOwnersAlone() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "x", true, CLOCK)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatAKillLeftIsRemoved() throws IOException {
        Path path = created("x");
        for (String name : List.of(".report.html.5.new", "details/server-a.log.gauges", "notes.txt")) {
            Files.createFile(path.resolve(name));
        }
        Path link = Files.createSymbolicLink(results.resolve(".latest-4711"), path);
        assertThat(new ProcessBuilder("touch", "-h", "-d", "2020-01-01", link.toString()).start())
                .satisfies(touch -> assertThat(touch.waitFor()).isZero());

        RunFolder.resume(path).close();
        RunFolder.create(results, "y", CLOCK).close();

        assertThat(path).isDirectoryNotContaining("glob:**.new");
        assertThat(path.resolve("details")).isDirectoryNotContaining("glob:**.gauges");
        assertThat(path.resolve("notes.txt")).exists();
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void aTornHeaderIsWrittenAgain() throws IOException {
        Path path = created("x");
        byte[] whole = Files.readAllBytes(path.resolve("ceilings.csv"));
        Files.writeString(path.resolve("ceilings.csv"), "run,scen");

        RunFolder.resume(path).close();

        assertThat(Files.readAllBytes(path.resolve("ceilings.csv"))).isEqualTo(whole);
    }

    @Test
    void resumingRemovesLogsOfUnfinishedScenariosOnly() throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());
            Files.writeString(folder.serverLog(first), "done");
            Files.writeString(folder.serverLog(second), "half");
        }

        try (RunFolder folder = RunFolder.resume(path.resolveSibling("latest"))) {
            assertThat(folder.serverLog(first)).exists();
            assertThat(folder.serverLog(second)).doesNotExist();
            assertThat(folder.path()).hasFileName("20261121T091500Z-x");
        }
    }

    @Test
    void aRunThatIsStillGoingCannotBeResumed() {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            assertThatThrownBy(() -> RunFolder.resume(folder.path()))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageContaining("is being written by another run");
        }
    }

    @Test
    void otherColumnsAreNotMixedWithOurs() throws IOException {
        Path path = Files.createDirectories(results.resolve("old"));
        Files.writeString(path.resolve("ceilings.csv"), "run,scenario\r\na,b\r\n");

        assertThatThrownBy(() -> RunFolder.resume(path)).hasMessageContaining("has other columns than this version");
        assertThat(path.resolve("ceilings.csv")).hasContent("run,scenario\r\na,b\r\n");
        assertThatThrownBy(() -> RunFolder.resume(results)).hasMessageContaining("is not the folder of a run");
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
        Target seen = Target.unseen(
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
                .notReporting(List.of("--threads"));
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

    private static Scenario inFlight() {
        return Fixtures.websocket()
                .with(Work.of(
                        Workloads.CUSTOM,
                        new OwnApplication(Optional.empty(), CustomRequest.inFlight("/slow", InFlight.AT_ONCE))));
    }

    @Test
    void theFilesTellTheSloAndTheRateOfRequestsInFlight() throws IOException {
        ScenarioResult plain = Fixtures.result(inFlight(), Fixtures.REACHED);
        Step.Generator generator = new Step.Generator(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(66.5), OptionalDouble.of(1500));
        ScenarioResult judged = Fixtures.reached(
                plain.scenario(),
                plain.steps().stream()
                        .map(step -> step.within(Duration.ofMillis(900)).with(generator))
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
                            .extracting(row -> row.text("requests_per_second"))
                            .containsOnly("66.5");
                    assertThat(CsvTable.read(folder.path(), file).rows())
                            .filteredOn(row -> !row.text("passed").equals("false"))
                            .extracting(
                                    row -> row.text("server_cpu_ns_per_request"),
                                    row -> row.text("server_cpu_ns_per_delivery"))
                            .containsOnly(tuple("1500", ""));
                    assertThat(CsvTable.read(folder.path(), file).rows())
                            .filteredOn(row -> row.text("passed").equals("false"))
                            .allMatch(
                                    row -> row.text("server_cpu_ns_per_request").isEmpty());
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

    @Test
    void histogramsOfAllAgentsAreAddedUnderTheirTag() throws IOException {
        Instant start = Instant.parse("2026-11-21T09:15:00Z");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.writeHistograms(
                    first.name(),
                    start,
                    start.plusSeconds(5),
                    Map.of("response", List.of(encoded(1_000_000), encoded(2_000_000)), "connect", List.of()));

            Path log = folder.details().resolve(first.name() + ".hlog");
            try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
                EncodableHistogram histogram = reader.nextIntervalHistogram();
                assertThat(histogram.getTag()).isEqualTo("response");
                assertThat(((Histogram) histogram).getTotalCount()).isEqualTo(2);
                assertThat(histogram.getMaxValueAsDouble()).isBetween(1_990_000.0, 2_010_000.0);
                assertThat(reader.hasNext()).isFalse();
            }
        }
    }

    @Test
    void everyStepHasItsOwnLineOfEachTag() throws IOException {
        Instant start = Instant.parse("2026-11-21T09:15:00Z");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.writeHistograms(
                    first,
                    start,
                    List.of(
                            interval(1_000_000_000L, 3_000_000_000L, encoded(1_000_000)),
                            interval(3_500_000_000L, 4_000_000_000L, encoded(8_000_000))));

            Path log = folder.details().resolve(first.name() + ".hlog");
            try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
                Histogram one = (Histogram) reader.nextIntervalHistogram();
                Histogram two = (Histogram) reader.nextIntervalHistogram();
                assertThat(one.getMaxValue()).isBetween(990_000L, 1_010_000L);
                assertThat(one.getStartTimeStamp())
                        .isEqualTo(start.plusSeconds(1).toEpochMilli());
                assertThat(two.getMinValue()).isBetween(7_990_000L, 8_010_000L);
                assertThat(two.getEndTimeStamp()).isEqualTo(start.plusSeconds(4).toEpochMilli());
                assertThat(reader.hasNext()).isFalse();
            }
        }
    }

    private static IntervalHistograms interval(long fromNanos, long toNanos, String encoded) {
        return new IntervalHistograms(fromNanos, toNanos, Map.of("response", List.of(encoded)));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aHistogramThatDoesNotFitOnTheDiskIsAnError() throws IOException {
        Instant start = Instant.parse("2026-11-21T09:15:00Z");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            Files.createSymbolicLink(folder.details().resolve(first.name() + ".hlog"), Path.of("/dev/full"));

            assertThatThrownBy(() -> folder.writeHistograms(
                            first.name(), start, start.plusSeconds(5), Map.of("response", List.of(encoded(1_000_000)))))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageContaining(".hlog cannot be written");
        }
    }

    private static String encoded(long value) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(value);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        byte[] bytes = new byte[length];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static List<String> scenarios(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .map(line -> line.split(",")[1])
                .toList();
    }
}
