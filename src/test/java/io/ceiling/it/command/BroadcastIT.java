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

    private static final List<String> TRANSPORTS = List.of("websocket", "sse", "streaming", "long-polling");

    @TempDir
    Path folder;

    private List<NamedCsvRecord> rowsOf(String... arguments) throws Exception {
        Path results = Files.createTempDirectory(folder, "results");
        Stream<String> usual = Stream.of("--heap=256m", "--nofile=2048").filter(option -> Stream.of(arguments)
                .noneMatch(given -> given.startsWith(option.substring(0, option.indexOf('=') + 1))));
        Stream<String> all = Stream.of(
                "run",
                "--results=" + results,
                "--threads=default",
                "--buffer=default",
                "--workload=broadcast",
                "--slo=20s",
                // Where others use the machine, too, messages come late; none is lost.
                "--message-slo=10s");
        CeilingCommand ceiling = CeilingCommand.run(Stream.of(all, usual, Stream.of(arguments))
                .flatMap(each -> each)
                .toArray(String[]::new));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        assertThat(ceiling.output()).contains("avg response ms");
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(results));
    }

    @Tag("all")
    @Test
    void everyMessageComesOnceOverEveryTransport() throws Exception {
        List<NamedCsvRecord> rows = rowsOf(
                "--container=tomcat",
                "--connector=nio",
                "--threads-kind=platform",
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

    @Tag("all")
    @Test
    void publishesWithoutPauseAndNothingIsLost() throws Exception {
        NamedCsvRecord row = rowsOf(
                        "--container=jetty",
                        "--connector=nio",
                        "--threads-kind=platform",
                        "--cap=60",
                        "--publish=max",
                        "--publish-time=1s",
                        "--identifiers=20")
                .get(0);

        assertThat(row.getField("verdict")).as(row.toString()).isEqualTo("at-least");
        assertThat(row.getField("messages_offered_per_s")).isEmpty();
        // A closed loop has no intended time to be late for.
        assertThat(row.getField("messages_published_late")).isEqualTo("0");
        assertThat(row.getField("messages_lost")).isEqualTo("0");
        assertThat(row.getField("messages_received")).isEqualTo(row.getField("messages_due"));
        assertThat(Double.parseDouble(row.getField("messages_published_per_s"))).isPositive();
        System.out.printf("published without pause: %s/s%n", row.getField("messages_published_per_s"));
    }

    /** One in a hundred never reads. How long the others wait is printed and not demanded: other processes delay them as well. */
    @Tag("all")
    @Test
    void subscribersThatDoNotReadCostTheOthersNoMessage() throws Exception {
        NamedCsvRecord without = hundredSubscribers();
        NamedCsvRecord with = hundredSubscribers("--slow-every=100");

        System.out.printf(
                "p99 of messages: %.1f ms, with 1 %% of subscribers that never read %.1f ms%n",
                Long.parseLong(without.getField("delivery_p99_ns")) / 1e6,
                Long.parseLong(with.getField("delivery_p99_ns")) / 1e6);
        assertThat(without.getField("messages_dropped")).isEqualTo("0");
        assertThat(with.getField("verdict")).as(with.toString()).isEqualTo("at-least");
        assertThat(with.getField("slow_clients")).isEqualTo("1");
        assertThat(with.getField("messages_lost")).isEqualTo("0");
        long due = Long.parseLong(with.getField("messages_due"));
        long dropped = Long.parseLong(with.getField("messages_dropped"));
        // All that was due, but for one subscriber in a hundred: some of it is on its way to him for good, some was
        // given up.
        assertThat(Long.parseLong(with.getField("messages_received"))).isGreaterThanOrEqualTo(due * 98 / 100);
        assertThat(dropped).isLessThan(due * 2 / 100);
    }

    private NamedCsvRecord hundredSubscribers(String... more) throws Exception {
        return rowsOf(Stream.concat(
                                Stream.of(
                                        "--container=tomcat",
                                        "--connector=nio",
                                        "--threads-kind=platform",
                                        "--cap=100",
                                        "--publish=100",
                                        "--publish-time=4s",
                                        "--identifiers=4",
                                        "--message-bytes=4000"),
                                Stream.of(more))
                        .toArray(String[]::new))
                .get(0);
    }

    /** Whatever is lost, the row says so: what was due and did not come is lost, and a step with losses has not passed. */
    @Tag("all")
    @Test
    void whatTheDefaultBroadcasterOfAtmosphere3LosesIsCounted() throws Exception {
        NamedCsvRecord row = rowsOf(
                        "--container=tomcat",
                        "--connector=nio",
                        "--threads-kind=platform",
                        "--atmosphere=3",
                        "--broadcaster=default",
                        "--cap=40",
                        "--publish=500",
                        "--publish-time=1s")
                .get(0);

        assertThat(row.getField("atmosphere_version")).startsWith("3.");
        long lost = Long.parseLong(row.getField("messages_due")) - Long.parseLong(row.getField("messages_received"));
        assertThat(row.getField("messages_lost")).isEqualTo(Long.toString(Math.max(0, lost)));
        if (row.getField("verdict").equals("at-least")) {
            assertThat(lost).isZero();
        }
    }
}
