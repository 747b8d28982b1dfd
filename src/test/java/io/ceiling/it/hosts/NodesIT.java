package io.ceiling.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on four hosts: the harness on the first, load agents on two, and servers on the last, or on the first. */
@Tag("side-by-side")
class NodesIT {

    private static final int HARNESS = 0;
    private static final int LOAD1 = 1;
    private static final int LOAD2 = 2;
    private static final int SUT = 3;
    private static final int PORT = 7800;
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private Namespaces hosts;

    @BeforeEach
    void makeHosts() throws Exception {
        hosts = Namespaces.ofHostsOrSkip(4);
    }

    @AfterEach
    void removeHosts() throws Exception {
        // Where hosts cannot be made there are none to remove.
        if (hosts != null) {
            hosts.close();
        }
    }

    private CeilingProcess harness(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--listen=%s:%d".formatted(hosts.address(HARNESS), PORT), "--key=" + key(), "--results=" + results()));
        return CeilingProcess.start(folder, hosts.on(HARNESS), all);
    }

    private CeilingProcess node(int host, String name, String... arguments) throws Exception {
        Awaiting.until("the harness has written its key", () -> Files.exists(key()) && Files.size(key()) > 40);
        return nodeWith(key(), host, name, arguments);
    }

    private CeilingProcess nodeWith(Path key, int host, String name, String... arguments) {
        return CeilingProcess.start(
                folder,
                hosts.on(host),
                Stream.concat(
                                Stream.of(
                                        "node",
                                        "--join=%s:%d".formatted(hosts.address(HARNESS), PORT),
                                        "--key=" + key,
                                        "--name=" + name,
                                        "--targets=198.18.0.0/24"),
                                Stream.of(arguments))
                        .toList());
    }

    private Path key() {
        return folder.resolve("run.key");
    }

    private Path results() {
        return folder.resolve("results");
    }

    private String[] run(String hostsOption, String... more) {
        return Stream.concat(
                        Stream.of(
                                "run",
                                "--container=tomcat",
                                "--connector=nio",
                                "--thread-kind=platform",
                                "--buffer=default",
                                "--threads=default",
                                "--slo=20s",
                                "--heap=256m",
                                "--hosts=" + hostsOption),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** Traffic that goes on until something ends it. */
    private static String[] longTraffic(String hostsOption, String... more) {
        return Stream.concat(
                        Stream.of(
                                "traffic",
                                "--container=jetty",
                                "--workload=websocket",
                                "--connections=60",
                                "--idle=100ms..200ms",
                                "--time=10m",
                                "--heap=128m",
                                "--hosts=" + hostsOption),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private static void awaitTraffic(CeilingProcess harness) throws Exception {
        Awaiting.until("traffic runs over all connections", LONG, () -> {
            assertThat(harness.handle().isAlive())
                    .as(harness.output() + harness.errors())
                    .isTrue();
            return harness.output().contains("concurrency: 60, ");
        });
    }

    private static void assertOk(CeilingProcess harness, CeilingProcess... nodes) throws Exception {
        assertThat(harness.exitCode()).as(harness.output() + harness.errors()).isZero();
        for (CeilingProcess node : nodes) {
            assertThat(node.exitCode()).as(node.output() + node.errors()).isZero();
            assertThat(node.output()).contains("the run is over");
        }
    }

    private void assertNothingIsLeft() throws Exception {
        for (int host : List.of(HARNESS, LOAD1, LOAD2, SUT)) {
            Awaiting.until("no process is left on host " + host, () -> hosts.processes(host)
                    .isEmpty());
        }
    }

    /** Also over a slow way to the agents of one host. */
    @Test
    void serverAndAgentsOfOtherHostsFindTheSameLimit() throws Exception {
        hosts.slow(LOAD1);
        CeilingProcess harness = harness(run("load1,load2,sut", "--workload=keep-alive", "--nofile=300"));
        CeilingProcess load1 = node(LOAD1, "load1");
        CeilingProcess load2 = node(LOAD2, "load2");
        CeilingProcess sut = node(SUT, "sut", "--servers");

        assertOk(harness, load1, load2, sut);
        Path run = CeilingsCsv.onlyRun(results());
        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        assertThat(row.getField("limiting_factor"))
                .as(row.getFields().toString())
                .isEqualTo("server-file-descriptors");
        assertThat(row.getField("evidence")).startsWith("300 of 300 descriptors open");
        assertThat(number(row, "ceiling_connections")).isBetween(240, 295);
        assertThat(Files.readString(run.resolve("environment.json")))
                .contains("\"host\" : \"sut\"", "\"address\" : \"198.18.0.4\"", "\"load1\" : {", "\"load2\" : {")
                .doesNotContain(Files.readString(key()).strip());
        assertNothingIsLeft();
    }

    @Tag("all")
    @Test
    void messagesBetweenHostsArriveInTimeThoughTheirClocksDiffer() throws Exception {
        // The clock of one host is a quarter of an hour ahead: without its offset no message would come within 20
        // seconds.
        CeilingProcess harness = harness(run(
                "load1,sut=servers",
                "--workload=broadcast",
                "--cap=60",
                "--publish=200",
                "--publish-time=1s",
                "--message-slo=20s"));
        CeilingProcess load1 = node(LOAD1, "load1");
        Awaiting.until("the harness has written its key", () -> Files.exists(key()));
        CeilingProcess sut = CeilingProcess.start(
                folder,
                Stream.concat(
                                hosts.on(SUT).stream(),
                                Stream.of("unshare", "--time", "--monotonic", "900", "--fork", "--kill-child"))
                        .toList(),
                List.of(
                        "node",
                        "--join=%s:%d".formatted(hosts.address(HARNESS), PORT),
                        "--key=" + key(),
                        "--name=sut",
                        "--servers"));

        assertOk(harness, load1, sut);
        assertThat(harness.output()).containsPattern("node sut: servers, .* clock \\+(899|900)[0-9]{3}\\.");
        Path run = CeilingsCsv.onlyRun(results());
        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        assertThat(row.getField("verdict")).as(row.getFields().toString()).isEqualTo("at-least");
        assertThat(CeilingsCsv.rows(run, "steps.csv"))
                .filteredOn(step -> step.getField("passed").equals("true"))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(Long.parseLong(step.getField("delivery_p50_ns")))
                        .isBetween(1L, Duration.ofSeconds(20).toNanos()));
    }

    /** Servers on the host of the harness, which agents load from elsewhere, one of them from two addresses in turn. */
    @Tag("all")
    @Test
    void nodeThatIsKilledIsNamedAndNothingIsLeft() throws Exception {
        String second = hosts.addAddress(LOAD1);
        CeilingProcess harness = harness(longTraffic("load1,load2", "--instances=2"));
        CeilingProcess load1 = node(LOAD1, "load1", "--sources=%s,%s".formatted(hosts.address(LOAD1), second));
        CeilingProcess load2 = node(LOAD2, "load2");
        awaitTraffic(harness);
        assertThat(hosts.connectionsFrom(LOAD1, hosts.address(LOAD1))).isBetween(13L, 19L);
        assertThat(hosts.connectionsFrom(LOAD1, second)).isBetween(13L, 19L);

        load2.signal("KILL");

        assertThat(harness.exitCode()).as(harness.output()).isEqualTo(3);
        assertThat(harness.output()).contains("load2");
        assertThat(load1.exitCode()).isZero();
        assertNothingIsLeft();
    }

    @Tag("all")
    @Test
    void hostThatIsCutOffIsNamedAndEndsWhatItRan() throws Exception {
        CeilingProcess harness = harness(longTraffic("load1,sut"));
        CeilingProcess load1 = node(LOAD1, "load1");
        CeilingProcess sut = node(SUT, "sut", "--servers");
        awaitTraffic(harness);

        hosts.cutOff(SUT);

        assertThat(harness.exitCode()).as(harness.output()).isEqualTo(3);
        assertThat(harness.output()).contains("sut");
        assertThat(load1.exitCode()).isZero();
        assertThat(sut.exitCode()).as(sut.output() + sut.errors()).isZero();
        assertNothingIsLeft();
    }

    @Tag("all")
    @Test
    void strangersAreToldInOneLineWhyTheyAreNotLetIn() throws Exception {
        CeilingProcess harness = harness(
                Stream.concat(Stream.of(run("load1", "--workload=keep-alive", "--nofile=300")), Stream.of("--wait=40s"))
                        .toArray(String[]::new));
        Awaiting.until("the harness has written its key", () -> Files.exists(key()));
        Path wrong = folder.resolve("wrong.key");
        Files.writeString(wrong, "A".repeat(43) + "=\n");
        Files.setPosixFilePermissions(wrong, Files.getPosixFilePermissions(key()));
        CeilingProcess withWrongKey = nodeWith(wrong, LOAD1, "load1", "--wait=10s");
        CeilingProcess otherBuild = CeilingProcess.start(
                otherBuild(),
                folder,
                hosts.on(LOAD2),
                List.of(
                        "node",
                        "--join=%s:%d".formatted(hosts.address(HARNESS), PORT),
                        "--key=" + key(),
                        "--name=load1"));
        CeilingProcess nobodyThere = CeilingProcess.start(
                folder,
                hosts.on(SUT),
                List.of("node", "--join=198.18.0.99:7800", "--key=" + key(), "--name=x", "--wait=3s"));

        for (CeilingProcess stranger : List.of(withWrongKey, otherBuild, nobodyThere)) {
            assertThat(stranger.exitCode()).as(stranger.output()).isEqualTo(3);
            assertThat(stranger.errors().lines()).hasSize(1);
        }
        assertThat(withWrongKey.errors()).contains("wrong key");
        assertThat(otherBuild.errors()).containsPattern("build [0-9a-f]{12}.*build [0-9a-f]{12}");
        assertThat(nobodyThere.errors()).contains("198.18.0.99:7800");
        assertThat(harness.exitCode()).isEqualTo(3);
        assertThat(harness.errors().lines()).hasSize(1);
        assertThat(harness.errors()).contains("load1");
        assertThat(results()).doesNotExist();
        assertNothingIsLeft();
    }

    /** Returns the root of a build whose harness differs in one byte. */
    private Path otherBuild() throws Exception {
        Path home = Path.of("..").toAbsolutePath().normalize();
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.copy(home.resolve("ceiling"), other.resolve("ceiling"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(other.resolve("harness/target/app"));
        try (Stream<Path> jars = Files.list(home.resolve("harness/target/app"))) {
            for (Path jar : jars.toList()) {
                Path copy = other.resolve("harness/target/app").resolve(jar.getFileName());
                Files.copy(jar, copy);
                if (jar.getFileName().toString().startsWith("ceiling-harness")) {
                    // What is behind the end of a zip file is nothing to a JVM.
                    Files.write(copy, new byte[] {0}, StandardOpenOption.APPEND);
                }
            }
        }
        Files.createDirectories(other.resolve("load/target"));
        Files.createSymbolicLink(other.resolve("load/target/app"), home.resolve("load/target/app"));
        return other;
    }

    private static int number(NamedCsvRecord row, String column) {
        return Integer.parseInt(row.getField(column));
    }
}
