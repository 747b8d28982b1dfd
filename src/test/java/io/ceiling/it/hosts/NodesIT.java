package io.ceiling.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
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
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
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
        all.add("--results=" + results());
        return CeilingProcess.start(folder, hosts.on(HARNESS), all);
    }

    /** Returns the option for a node on a host, behind another command if there is one. */
    private String node(int host, String name, String around, String... arguments) {
        return "--hosts=%s=%s %s %s node --address=%s --targets=198.18.0.0/24 %s"
                .formatted(
                        name,
                        String.join(" ", hosts.on(host)),
                        around,
                        HOME.resolve("ceiling"),
                        hosts.address(host),
                        String.join(" ", arguments));
    }

    private String node(int host, String name) {
        return node(host, name, "");
    }

    private ProcessHandle process(int host) throws Exception {
        return hosts.processes(host).stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(process -> process.info().commandLine().orElse("").contains("main.Main node"))
                .findFirst()
                .orElseThrow();
    }

    private Path results() {
        return folder.resolve("results");
    }

    private static String[] run(String... more) {
        return Stream.concat(
                        Stream.of(new String[] {
                            "run", "--container=tomcat", "--connector=nio", "--thread-kind=platform",
                            "--buffer=default", "--threads=default", "--slo=20s", "--heap=256m"
                        }),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** Traffic that goes on until something ends it. */
    private static String[] longTraffic(String... more) {
        return Stream.concat(
                        Words.of("traffic --container=jetty --workload=websocket --connections=60 --idle=100ms..200ms "
                                        + "--time=10m --heap=128m")
                                .stream(),
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

    private static void assertOk(CeilingProcess harness) throws Exception {
        assertThat(harness.exitCode()).as(harness.output() + harness.errors()).isZero();
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
        CeilingProcess harness = harness(run(
                "--workload=keep-alive",
                "--nofile=300",
                node(LOAD1, "load1"),
                node(LOAD2, "load2"),
                node(SUT, "sut", "", "--servers")));

        assertOk(harness);
        Path run = CeilingsCsv.onlyRun(results());
        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        assertThat(row.getField("limiting_factor"))
                .as(row.getFields().toString())
                .isEqualTo("server-file-descriptors");
        assertThat(row.getField("evidence")).startsWith("300 of 300 files open");
        assertThat(number(row, "ceiling_connections")).isBetween(240, 295);
        assertThat(Files.readString(run.resolve("environment.json")))
                .contains("\"host\" : \"sut\"", "\"address\" : \"198.18.0.4\"", "\"load1\" : {", "\"load2\" : {");
        assertThat(run.resolve("details").resolve("node-sut.log"))
                .content()
                .contains("the run is over: its pipe has ended");
        assertNothingIsLeft();
    }

    @Tag("all")
    @Test
    void messagesBetweenHostsArriveInTimeThoughTheirClocksDiffer() throws Exception {
        // The clock of one host is a quarter of an hour ahead: without its offset no message would come within 20
        // seconds.
        CeilingProcess harness = harness(run(
                "--workload=broadcast",
                "--cap=60",
                "--publish=200",
                "--publish-time=1s",
                "--message-slo=20s",
                node(LOAD1, "load1"),
                node(SUT, "sut", "unshare --time --monotonic 900 --fork --kill-child", "--servers")));

        assertOk(harness);
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
        CeilingProcess harness = harness(longTraffic(
                "--instances=2",
                node(LOAD1, "load1", "", "--sources=%s,%s".formatted(hosts.address(LOAD1), second)),
                node(LOAD2, "load2")));
        awaitTraffic(harness);
        assertThat(hosts.connectionsFrom(LOAD1, hosts.address(LOAD1))).isBetween(13L, 19L);
        assertThat(hosts.connectionsFrom(LOAD1, second)).isBetween(13L, 19L);

        assertThat(process(LOAD2).destroyForcibly()).isTrue();

        assertThat(harness.exitCode()).as(harness.output()).isEqualTo(3);
        assertThat(harness.output()).contains("load2");
        assertNothingIsLeft();
    }

    @Tag("all")
    @Test
    void nodesOfAHarnessThatIsKilledEndWhatTheyRun() throws Exception {
        CeilingProcess harness = harness(longTraffic(node(LOAD1, "load1"), node(SUT, "sut", "", "--servers")));
        awaitTraffic(harness);

        harness.signal("KILL");

        assertNothingIsLeft();
    }

    /** The way to the node is a real connection, which says nothing of its end. */
    @Tag("all")
    @Test
    void hostThatIsCutOffIsNamedAndEndsWhatItRan() throws Exception {
        try (Sshd sshd = Sshd.orSkip(hosts.on(SUT), hosts.address(SUT), folder)) {
            CeilingProcess harness =
                    harness(longTraffic(node(LOAD1, "load1"), "--hosts=sut=" + sshd.command(HOME, "node --servers")));
            awaitTraffic(harness);
            ProcessHandle node = process(SUT);

            hosts.cutOff(SUT);

            assertThat(harness.exitCode()).as(harness.output()).isEqualTo(3);
            assertThat(harness.output()).contains("sut");
            Awaiting.until("the node on the host that is cut off ends", () -> !node.isAlive());
        }
        assertNothingIsLeft();
    }

    @Test
    void nodesThatCannotTakePartAreToldInOneLine() throws Exception {
        String[] keepAlive = run("--workload=keep-alive", "--nofile=300");
        String ceiling = HOME.resolve("ceiling").toString();

        assertRefused(
                "build [0-9a-f]{12} .*build [0-9a-f]{12}",
                keepAlive,
                node(LOAD1, "load1")
                        .replace(ceiling, otherBuild().resolve("ceiling").toString()));
        assertRefused(
                "node sut: its address is 127.0.0.1, .* --address=ADDRESS",
                keepAlive,
                "--hosts=sut=%s %s node --servers".formatted(String.join(" ", hosts.on(SUT)), ceiling));
        assertRefused(
                "node load2 .*: its command has ended with exit code 9 before it answered: no such host",
                keepAlive,
                node(LOAD1, "load1"),
                "--hosts=load2=sh -c 'echo no such host >&2; exit 9'");
        assertThat(results()).doesNotExist();
        assertNothingIsLeft();
    }

    private void assertRefused(String line, String[] arguments, String... nodes) throws Exception {
        CeilingProcess harness =
                harness(Stream.concat(Stream.of(arguments), Stream.of(nodes)).toArray(String[]::new));

        assertThat(harness.exitCode()).as(harness.output()).isEqualTo(3);
        assertThat(harness.errors().lines()).hasSize(1);
        assertThat(harness.errors()).containsPattern(line);
    }

    /** Returns the root of a build whose harness differs in one byte. */
    private Path otherBuild() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.copy(HOME.resolve("ceiling"), other.resolve("ceiling"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(other.resolve("harness/target/app"));
        try (Stream<Path> jars = Files.list(HOME.resolve("harness/target/app"))) {
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
        Files.createSymbolicLink(other.resolve("load/target/app"), HOME.resolve("load/target/app"));
        return other;
    }

    private static int number(NamedCsvRecord row, String column) {
        return Integer.parseInt(row.getField(column));
    }
}
