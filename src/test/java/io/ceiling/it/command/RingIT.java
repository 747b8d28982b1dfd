package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling run --instances=3}: a recursion that goes round three real servers, and every way in which it ends. */
@Tag("all")
@Tag("waiting")
class RingIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration END_OF_CHILDREN = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    @Test
    void goesBeyondTheDescriptorsOfOneProcessAndNamesTheServerThatMetALimit() throws Exception {
        Path matrix = Files.writeString(
                folder.resolve("rings.yaml"),
                """
                - {container: tomcat, connector: [nio, bio], thread-kind: platform, workload: recursive, threads: 400,
                   instances: 3, nofile: 256, heap: 128m, max-connections: -1}
                - {container: tomcat, connector: nio, thread-kind: virtual, workload: recursive-async,
                   instances: 3, nofile: 256, heap: 128m, max-connections: -1}
                - {container: jetty, connector: nio, thread-kind: virtual, workload: recursive,
                   instances: 3, nofile: 256, heap: 128m, max-connections: -1}
                - {container: tomcat, connector: nio, thread-kind: platform, workload: recursive, threads: 20,
                   instances: 3, nofile: 512, heap: 128m, max-connections: -1}
                """);

        CeilingCommand ceiling = CeilingCommand.run("run", "--results=" + results(), "--matrix=" + matrix);

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results()));
        assertThat(rows).hasSize(5);
        assertThat(rows.subList(0, 4))
                .filteredOn(row -> !row.getField("verdict").equals("skipped"))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(this::endedAtTheDescriptors);
        endedAtTheThreads(rows.get(4));
    }

    private void endedAtTheDescriptors(NamedCsvRecord row) {
        assertThat(row.getField("verdict")).as(row.toString()).isEqualTo("reached");
        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        assertThat(row.getField("evidence")).matches("server [123] of 3: \\d+ of 256 files open, 2 a connection; .*");
        // Two a level, and some that each server needs for itself: more than any two of them could hold.
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(2 * 256 / 2 + 1, 3 * 256 / 2);
        assertThat(row.getField("instances")).isEqualTo("3");
        assertThat(row.getField("used_nofile")).isEqualTo("256");
        Path run = CeilingsCsv.onlyRun(results());
        String log = "server-" + row.getField("scenario") + ".log";
        for (String name : List.of(log, log + ".2", log + ".3")) {
            // Nothing had to be loaded when there was no descriptor left to load it with.
            assertThat(run.resolve("details").resolve(name)).content().doesNotContain("threw exception");
            assertThat(run.resolve("details").resolve(name + ".gauges")).doesNotExist();
        }
        assertThat(CeilingProcess.read(run.resolve("environment.json")))
                .contains(
                        "\"further_servers\"",
                        "-Dceiling.recursion.next=127.0.0.1:",
                        "\"next_instance\" : \"127.0.0.1:");
    }

    private static void endedAtTheThreads(NamedCsvRecord row) {
        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-threads");
        assertThat(row.getField("ceiling_connections")).isEqualTo("60");
        assertThat(row.getField("first_failure_connections")).isEqualTo("61");
        assertThat(row.getField("evidence"))
                .startsWith("server 1 of 3: 20 of 20 request threads busy")
                .contains("\"reached\":60,\"failure\":\"stalled: level 61 did not answer within ");
    }

    @Test
    void namesTheServerThatIsKilledAndLeavesNoOther() throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(folder, deep());
        Awaiting.until("a chain of some hundred levels", PATIENCE, () -> deepestSample() > 300);
        List<ProcessHandle> children = ceiling.children();

        children.stream()
                .filter(child -> child.info().commandLine().orElse("").contains(".log.2.gauges"))
                .findFirst()
                .orElseThrow()
                .destroyForcibly();

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        NamedCsvRecord row = CeilingsCsv.rows(CeilingsCsv.onlyRun(results())).get(0);
        assertThat(row.getField("verdict")).isEqualTo("reached");
        assertThat(row.getField("limiting_factor")).isEqualTo("unknown");
        assertThat(row.getField("evidence")).startsWith("server 2 of 3: server ended with exit code 137");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isGreaterThan(300);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void leavesNoServerWhenTheHarnessIsKilled() throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(folder, deep());
        Awaiting.until("a chain of some hundred levels", PATIENCE, () -> deepestSample() > 300);
        List<ProcessHandle> children = ceiling.children();
        assertThat(children).hasSizeGreaterThanOrEqualTo(3);

        ceiling.signal("KILL");

        Awaiting.until("the end of all servers", END_OF_CHILDREN, () -> children.stream()
                .noneMatch(ProcessHandle::isAlive));
    }

    /** A chain that grows for longer than the test watches it. */
    private String[] deep() {
        return new String[] {
            "run",
            "--results=" + results(),
            "--instances=3",
            "--container=jetty",
            "--connector=nio",
            "--thread-kind=platform",
            "--workload=recursive-async",
            "--threads=default",
            "--buffer=default",
            "--heap=256m",
            "--nofile=max"
        };
    }

    private long deepestSample() {
        Path details = results().resolve("latest").resolve("details");
        return Files.exists(details.resolve("samples.csv"))
                ? CeilingsCsv.rowsSoFar(details, "samples.csv").stream()
                        .mapToLong(sample -> Long.parseLong("0" + sample.getField("server_deepest_level")))
                        .max()
                        .orElse(0)
                : 0;
    }
}
