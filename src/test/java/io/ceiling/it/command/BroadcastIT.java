package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workload {@code broadcast} from the command line to its rows: every message that was due came once, in order. */
@Tag("side-by-side")
class BroadcastIT {

    private static final List<String> TRANSPORTS = List.of("websocket", "sse", "long-polling");

    @TempDir
    Path folder;

    private List<NamedCsvRecord> rowsOf(String... arguments) throws Exception {
        Path results = Files.createTempDirectory(folder, "results");
        Stream<String> all = Stream.of(
                "run",
                "--results=" + results,
                "--container=tomcat",
                "--connector=nio",
                "--thread-kind=platform",
                "--heap=256m",
                "--nofile=2048",
                "--threads=default",
                "--buffer=default",
                "--workload=broadcast",
                "--slo=20s",
                // Where others use the machine, too, messages come late; none is lost.
                "--message-slo=10s");
        CeilingCommand ceiling =
                CeilingCommand.run(Stream.concat(all, Stream.of(arguments)).toArray(String[]::new));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        // MessagesTableTest holds its columns.
        assertThat(ceiling.output()).contains("messages: ceiling show --wide");
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(results));
    }

    @Tag("all")
    @Test
    void everyMessageComesOnceOverEveryTransport() throws Exception {
        List<NamedCsvRecord> rows = rowsOf(
                "--transport=" + String.join(",", TRANSPORTS),
                "--cap=60",
                "--publish=100",
                "--publish-time=2s",
                "--identifiers=20");

        assertThat(rows).extracting(row -> row.getField("transport")).containsExactlyElementsOf(TRANSPORTS);
        for (NamedCsvRecord row : rows) {
            assertThat(row.getField("verdict")).as(row.toString()).isEqualTo("at-least");
            assertThat(row.getField("ceiling_connections")).isEqualTo("60");
            assertThat(row.getField("messages_lost")).isEqualTo("0");
            assertThat(row.getField("messages_duplicated")).isEqualTo("0");
            assertThat(row.getField("messages_received")).isEqualTo(row.getField("messages_due"));
            // Three subscribers of each identifier.
            assertThat(Long.parseLong(row.getField("messages_due")))
                    .isPositive()
                    .isEqualTo(3 * Long.parseLong(row.getField("messages_published")));
            assertThat(row.getField("message_bytes_mean")).isEqualTo("1462");
            assertThat(Long.parseLong(row.getField("delivery_service_p99_ns")))
                    .isPositive()
                    .isLessThanOrEqualTo(Long.parseLong(row.getField("delivery_p99_ns")));
        }
    }

    /** Whatever is lost, the row says so: what was due and did not come is lost, and a step with losses has not passed. */
    @Tag("all")
    @Test
    void whatTheDefaultBroadcasterLosesIsCounted() throws Exception {
        NamedCsvRecord row = rowsOf("--broadcaster=default", "--cap=40", "--publish=500", "--publish-time=1s")
                .get(0);

        long lost = Long.parseLong(row.getField("messages_due")) - Long.parseLong(row.getField("messages_received"));
        assertThat(row.getField("messages_lost")).isEqualTo(Long.toString(Math.max(0, lost)));
        if (row.getField("verdict").equals("at-least")) {
            assertThat(lost).isZero();
        }
    }
}
