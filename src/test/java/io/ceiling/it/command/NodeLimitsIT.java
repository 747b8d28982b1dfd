package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.StartedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three limits of a server of Node.js: its descriptors, the old space of its heap, and its one thread. */
@Tag("all")
class NodeLimitsIT {

    /** Exit code of a run with a row that says nothing about the server. */
    private static final int INVALID = 3;

    @TempDir
    Path folder;

    @BeforeEach
    void assumeBuilt() {
        StartedServer.assumeBuilt(Containers.of("node"));
    }

    private NamedCsvRecord row(List<String> around, String... arguments) throws Exception {
        List<String> all = Stream.concat(
                        Stream.of(
                                "run",
                                "--results=" + folder.resolve("results"),
                                "--container=node",
                                "--connector=nio",
                                "--threads-kind=platform",
                                "--buffer=default",
                                "--null-time=0ms"),
                        Stream.of(arguments))
                .toList();
        CeilingProcess ceiling = CeilingProcess.start(folder, around, all);

        // The one thread of a busy host is not full, but waits for its turn.
        assumeTrue(around.isEmpty() || ceiling.exitCode() != INVALID, "the host was busy, and the row is invalid");
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")));
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).getField("verdict")).as(rows.get(0).toString()).isEqualTo("reached");
        return rows.get(0);
    }

    @Test
    void itsDescriptorsAreNamed() throws Exception {
        NamedCsvRecord row = row(
                List.of(),
                "--threads=1",
                "--workload=websocket",
                "--heap=128m",
                "--nofile=256",
                "--cap=1000",
                "--slo=20s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        // About twenty are its own.
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(226, 250);
    }

    /** Each of five workers has the limit for itself; the first that is full refuses, and node:cluster does not divide evenly. */
    @Test
    void aClusterHoldsAsManyMoreAsItHasWorkers() throws Exception {
        NamedCsvRecord row = row(
                List.of(),
                "--threads=5",
                "--workload=keep-alive",
                "--heap=128m",
                "--nofile=256",
                "--cap=3000",
                "--slo=20s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        assertThat(row.getField("used_max_threads")).isEqualTo("5");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(500, 5 * 250);
        assertThat(Double.parseDouble(row.getField("pss_bytes_per_connection"))).isPositive();
    }

    @Test
    void itsOldSpaceIsNamed() throws Exception {
        NamedCsvRecord row = row(
                List.of(),
                "--threads=1",
                "--workload=websocket",
                "--heap=16m",
                "--nofile=16384",
                "--cap=12000",
                "--slo=20s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-heap");
        assertThat(row.getField("relief")).startsWith("raise --max-old-space-size");
    }

    /** An application that computes for a millisecond in each request keeps one thread busy, while the other processor is idle. */
    @Test
    void itsOneThreadIsNamed() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor is all that this machine has");
        Path computing = Files.writeString(
                folder.resolve("computing.js"),
                """
                const http = require('node:http');
                const emit = http.Server.prototype.emit;
                http.Server.prototype.emit = function (event, ...rest) {
                  const end = process.hrtime.bigint() + 1000000n;
                  while (event === 'request' && process.hrtime.bigint() < end);
                  return emit.call(this, event, ...rest);
                };
                """);

        NamedCsvRecord row = row(
                List.of("env", "NODE_OPTIONS=--require=" + computing),
                "--threads=1",
                "--workload=keep-alive",
                "--heap=256m",
                "--nofile=16384",
                "--cap=6000",
                "--slo=2s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-cpu");
        assertThat(row.getField("evidence")).startsWith("thread \"node\" used ");
        assertThat(row.getField("relief")).contains("more threads or processes");
    }
}
