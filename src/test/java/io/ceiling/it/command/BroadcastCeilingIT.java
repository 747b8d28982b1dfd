package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The row that came out differently on slow machines while servers were measured cold: 36, 127 or 188 connections without a name. Its
 * server has 320 descriptors.
 */
@Tag("waiting")
class BroadcastCeilingIT {

    @TempDir
    Path folder;

    @Test
    void subscribersOfAServerWithVirtualThreadsAreStoppedByItsDescriptors() throws Exception {
        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "run --results=%s --threads=default --buffer=default --preset=full --forks=1 --hold=100ms "
                        + "--workload=broadcast --container=jetty --connector=nio --thread-kind=virtual "
                        + "--transport=websocket --heap=256m --nofile=320 --publish=50 --publish-time=1s "
                        + "--message-slo=10s",
                folder.resolve("results")));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        NamedCsvRecord row =
                CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results"))).get(0);
        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        assertThat(row.getField("verdict")).isEqualTo("reached");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(243, 255);
        assertThat(row.getField("warm_up_steady")).isEqualTo("true");
        assertThat(Integer.parseInt(row.getField("warm_up_connections"))).isPositive();
        assertThat(Double.parseDouble(row.getField("server_cpu_s"))).isPositive();
    }
}
