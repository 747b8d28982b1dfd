package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.StartedServer;
import io.ceiling.it.fixture.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limit of a server of Node.js that computes: its one thread. It needs a processor that nobody else uses. */
@Tag("all")
class NodeOneThreadIT {

    /** Exit code of a run with a row that says nothing about the server. */
    private static final int INVALID = 3;

    @TempDir
    Path folder;

    /** An application that computes for a millisecond in each request keeps one thread busy, while the other processor is idle. */
    @Test
    void itsOneThreadIsNamed() throws Exception {
        StartedServer.assumeBuilt(Containers.of("node"));
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

        CeilingProcess ceiling = CeilingProcess.start(
                folder,
                List.of("env", "NODE_OPTIONS=--require=" + computing),
                Words.of(
                        "run --results=%s --container=node --connector=nio --thread-kind=platform --buffer=default "
                                + "--null-time=0ms --threads=1 --workload=keep-alive --heap=256m --nofile=16384 --cap=6000 "
                                + "--slo=2s",
                        folder.resolve("results")));

        // The one thread of a busy host is not full, but waits for its turn.
        assumeTrue(
                ceiling.exitCode() != INVALID || ceiling.output().contains("unexpected error"),
                "the host was busy, and the row is invalid");
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        NamedCsvRecord row =
                CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results"))).get(0);
        // A limit of speed is not always closed in on within the servers of one row; it has its name all the same.
        assertThat(row.getField("verdict")).as(row.toString()).isIn("reached", "at-least");
        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-cpu");
        assertThat(row.getField("evidence") + row.getField("why")).contains("thread \"node\" used ");
    }
}
