package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Kill;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several servers of one scenario ({@code --instances}) that hold its connections together. */
@Tag("all")
@Tag("side-by-side")
class InstancesIT {

    private static final int SERVERS = 3;
    private static final int DESCRIPTORS = 200;

    @TempDir
    Path folder;

    private String[] ofThreeServers(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("--results=" + results(), "--instances=" + SERVERS))
                .toArray(String[]::new);
    }

    private Path results() {
        return folder.resolve("results");
    }

    private Path run(String... arguments) throws Exception {
        CeilingCommand ceiling = CeilingCommand.run(ofThreeServers(arguments));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return CeilingsCsv.onlyRun(results());
    }

    @Test
    void holdTogetherWhatTheDescriptorsOfEachAllowAndNameTheServer() throws Exception {
        Path run = run(
                "run",
                "--container=tomcat",
                "--connector=nio",
                "--threads-kind=platform",
                "--workload=keep-alive",
                "--buffer=default",
                "--nofile=" + DESCRIPTORS);

        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        List<NamedCsvRecord> instances = CeilingsCsv.rows(run, "instances.csv");
        assertThat(row.getField("limiting_factor"))
                .as(row.getFields().toString())
                .isEqualTo("server-file-descriptors");
        assertThat(row.getField("evidence")).matches("server [123] of 3: 200 of 200 descriptors open.*");
        assertThat(number(row, "ceiling_connections"))
                .isBetween(SERVERS * (DESCRIPTORS - 60), SERVERS * (DESCRIPTORS - 10));
        assertThat(CeilingsCsv.rows(run, "steps.csv")).allSatisfy(step -> assertThat(instances)
                .filteredOn(each -> each.getField("step").equals(step.getField("step")))
                .hasSize(SERVERS)
                .satisfies(all -> assertThat(all.stream()
                                .mapToInt(each -> number(each, "served_connections"))
                                .sum())
                        .isEqualTo(number(step, "served_connections"))));
    }

    @Test
    void theServerThatIsKilledIsNamed() throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(
                folder,
                ofThreeServers(
                        "traffic",
                        "--container=jetty",
                        "--workload=websocket",
                        "--connections=30",
                        "--idle=100ms..200ms",
                        "--time=10m",
                        "--heap=128m"));
        Awaiting.until("traffic runs over all connections", Duration.ofMinutes(2), () -> ceiling.output()
                .contains("concurrency: 30, "));

        Kill.now(servers(ceiling).get(1));

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.output()).containsPattern("server [123] of 3 ended with exit code 137");
        assertThat(ceiling.children()).isEmpty();
    }

    private static List<ProcessHandle> servers(CeilingProcess ceiling) {
        return ceiling.children().stream()
                .filter(child -> child.info().commandLine().orElse("").contains("JettyMain"))
                .toList();
    }

    @Test
    void eachPublishesToSubscribersOfItsOwnAndNothingIsLost() throws Exception {
        Path run = run(
                "run",
                "--container=tomcat",
                "--threads-kind=platform",
                "--connector=nio",
                "--workload=broadcast",
                "--cap=90",
                "--publish=100",
                "--message-slo=20s",
                "--slo=20s");

        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        assertThat(row.getField("verdict")).as(row.getFields().toString()).isEqualTo("at-least");
        assertThat(number(row, "ceiling_connections")).isEqualTo(90);
        assertThat(CeilingsCsv.rows(run, "steps.csv"))
                .allSatisfy(step -> assertThat(step.getField("messages_lost")).isEqualTo("0"));
    }

    @Test
    void trafficAsksAllOfThem() throws Exception {
        Path run = run(
                "traffic",
                "--container=tomcat",
                "--workload=websocket",
                "--connections=90",
                "--idle=100ms..300ms",
                "--time=2s",
                "--heap=128m");

        assertThat(number(CeilingsCsv.rows(run, "traffic-totals.csv").get(0), "alive"))
                .isEqualTo(90);
        assertThat(CeilingsCsv.rows(run, "instances.csv")).hasSize(2 * SERVERS).allSatisfy(each -> assertThat(
                        number(each, "served_connections"))
                .isEqualTo(30));
    }

    @Test
    void membersOfRoomsAreSpreadOverThem() throws Exception {
        Path run =
                run("rooms", "--container=tomcat", "--users=90", "--rooms=6", "--points=1", "--time=3s", "--heap=128m");

        NamedCsvRecord point = CeilingsCsv.rows(run, "rooms.csv").get(0);
        assertThat(number(point, "users")).as(point.getFields().toString()).isEqualTo(90);
        assertThat(point.getField("why")).isEmpty();
    }

    private static int number(NamedCsvRecord row, String column) {
        return Integer.parseInt(row.getField(column));
    }
}
