package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.StartedServer;
import io.ceiling.it.fixture.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two limits of a server of Node.js: its descriptors, and the old space of its heap. {@link NodeOneThreadIT} has the third. */
@Tag("all")
@Tag("waiting")
class NodeLimitsIT {

    @TempDir
    Path folder;

    @BeforeEach
    void assumeBuilt() {
        StartedServer.assumeBuilt(Containers.of("node"));
    }

    private NamedCsvRecord row(String... arguments) throws Exception {
        CeilingCommand ceiling = CeilingCommand.run(Stream.concat(
                        Words.of(
                                "run --results=%s --container=node --connector=nio --thread-kind=platform --buffer=default "
                                        + "--null-time=0ms",
                                folder.resolve("results"))
                                .stream(),
                        Stream.of(arguments))
                .toArray(String[]::new));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")));
        assertThat(rows).hasSize(1);
        // A cluster divides connections so unevenly that eight servers do not always suffice to close in.
        assertThat(rows.get(0).getField("verdict"))
                .as(rows.get(0).toString())
                .isIn(List.of(arguments).contains("--threads=5") ? List.of("reached", "at-least") : List.of("reached"));
        return rows.get(0);
    }

    @Test
    void itsDescriptorsAreNamed() throws Exception {
        NamedCsvRecord row =
                row("--threads=1", "--workload=websocket", "--heap=128m", "--nofile=256", "--cap=1000", "--slo=20s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        // About twenty are its own.
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(226, 250);
    }

    /** Each of five workers has the limit for itself; the first that is full refuses, and node:cluster does not divide evenly. */
    @Test
    void aClusterHoldsAsManyMoreAsItHasWorkers() throws Exception {
        NamedCsvRecord row =
                row("--threads=5", "--workload=keep-alive", "--heap=128m", "--nofile=256", "--cap=3000", "--slo=20s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        assertThat(row.getField("used_max_threads")).isEqualTo("5");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(500, 5 * 250);
        assertThat(Double.parseDouble(row.getField("pss_bytes_per_connection"))).isPositive();
    }

    @Test
    void itsOldSpaceIsNamed() throws Exception {
        NamedCsvRecord row =
                row("--threads=1", "--workload=websocket", "--heap=16m", "--nofile=16384", "--cap=12000", "--slo=20s");

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-heap");
        assertThat(row.getField("relief")).startsWith("raise --max-old-space-size");
    }
}
