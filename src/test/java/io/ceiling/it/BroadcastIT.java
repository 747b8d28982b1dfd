package io.ceiling.it;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workload {@code broadcast} from the command line to its rows: every message that was due came once, in order. */
class BroadcastIT {

    @TempDir
    Path folder;

    private List<NamedCsvRecord> rowsOf(String... arguments) throws InterruptedException {
        CeilingProcess ceiling = CeilingProcess.run(
                folder,
                Stream.concat(
                                Stream.of(
                                        "run",
                                        "--results=" + folder.resolve("results"),
                                        "--preset=full",
                                        "--forks=1",
                                        "--threads=default",
                                        "--buffer=default",
                                        "--heap=256m",
                                        "--nofile=2048",
                                        "--hold=100ms",
                                        "--workload=broadcast",
                                        // Where others use the machine, too, messages come late; none is lost.
                                        "--message-slo=10s"),
                                Stream.of(arguments))
                        .toArray(String[]::new));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        assertThat(ceiling.output()).contains("avg response ms");
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")));
    }

    @ParameterizedTest
    @CsvSource({
        "tomcat, nio, platform, 'websocket,sse,streaming,long-polling'",
        "tomcat, bio, platform, websocket",
        "jetty, nio, virtual, 'websocket,long-polling'",
    })
    void everyMessageComesOnceOverEveryTransport(String container, String connector, String threads, String transports)
            throws Exception {
        List<NamedCsvRecord> rows = rowsOf(
                "--container=" + container,
                "--connector=" + connector,
                "--threads-kind=" + threads,
                "--transport=" + transports,
                "--cap=60",
                "--publish=100",
                "--publish-time=2s",
                "--identifiers=20");

        assertThat(rows).hasSize(transports.split(",").length);
        for (NamedCsvRecord row : rows) {
            assertThat(row.getField("verdict")).as(row.toString()).isEqualTo("at-least");
            assertThat(row.getField("ceiling_connections")).isEqualTo("60");
            assertThat(row.getField("messages_lost")).isEqualTo("0");
            assertThat(row.getField("messages_duplicated")).isEqualTo("0");
            assertThat(row.getField("messages_received")).isEqualTo(row.getField("messages_due"));
            // Three subscribers of each identifier.
            assertThat(Long.parseLong(row.getField("messages_due")))
                    .isEqualTo(3 * Long.parseLong(row.getField("messages_published")))
                    .isGreaterThanOrEqualTo(3 * 195);
            assertThat(row.getField("message_bytes_mean")).isEqualTo("1462");
            assertThat(row.getField("delivery_p99_ns")).isNotEmpty();
        }
    }

    @Test
    void subscribersThatDoNotReadCostTheOthersNoMessage() throws Exception {
        NamedCsvRecord row = rowsOf(
                        "--container=tomcat",
                        "--connector=nio",
                        "--threads-kind=platform",
                        "--cap=150",
                        "--publish=100",
                        "--publish-time=3s",
                        "--identifiers=10",
                        "--message-bytes=30000",
                        "--slow-every=50")
                .get(0);

        assertThat(row.getField("verdict")).as(row.toString()).isEqualTo("at-least");
        assertThat(row.getField("slow_clients")).isEqualTo("3");
        assertThat(row.getField("messages_lost")).isEqualTo("0");
        assertThat(Long.parseLong(row.getField("messages_dropped"))).isPositive();
        assertThat(Long.parseLong(row.getField("messages_received"))).isPositive();
    }

    @Test
    void namesTheDescriptorsOfTheServer() throws Exception {
        NamedCsvRecord row = rowsOf(
                        "--container=jetty",
                        "--connector=nio",
                        "--threads-kind=virtual",
                        "--nofile=640",
                        "--publish=200")
                .get(0);

        assertThat(row.getField("limiting_factor")).as(row.toString()).isEqualTo("server-file-descriptors");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(480, 640);
    }

    /** Whatever is lost, the row says so: what was due and did not come is lost, and a step with losses has not passed. */
    @Test
    void whatTheDefaultBroadcasterOfAtmosphere3LosesIsCounted() throws Exception {
        NamedCsvRecord row = rowsOf(
                        "--container=tomcat",
                        "--connector=nio",
                        "--threads-kind=platform",
                        "--atmosphere=3",
                        "--broadcaster=default",
                        "--cap=300",
                        "--publish=500")
                .get(0);

        assertThat(row.getField("atmosphere_version")).startsWith("3.");
        long lost = Long.parseLong(row.getField("messages_due")) - Long.parseLong(row.getField("messages_received"));
        assertThat(row.getField("messages_lost")).isEqualTo(Long.toString(Math.max(0, lost)));
        if (row.getField("verdict").equals("at-least")) {
            assertThat(lost).isZero();
        }
    }
}
