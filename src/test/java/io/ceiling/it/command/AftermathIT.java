package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next clients of a full Tomcat see, and storms of some hundred connections. */
@Tag("all")
@Tag("side-by-side")
class AftermathIT {

    private static final int MAX_CONNECTIONS = 100;
    private static final int ACCEPT_COUNT = 10;

    @TempDir
    Path folder;

    private CeilingCommand ceiling(String... arguments) throws InterruptedException {
        return CeilingCommand.run(Stream.concat(
                        Words.of(
                                "run --container=tomcat --connector=nio --thread-kind=platform --workload=keep-alive "
                                        + "--buffer=default --results=%s",
                                folder.resolve("results"))
                                .stream(),
                        Stream.of(arguments))
                .toArray(String[]::new));
    }

    private Path onlyRun(CeilingCommand ceiling) throws Exception {
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return CeilingsCsv.onlyRun(folder.resolve("results"));
    }

    private static int connections(List<NamedCsvRecord> rows, String group, String outcome) {
        return rows.stream()
                .filter(row -> row.getField("group").equals(group)
                        && row.getField("outcome").equals(outcome))
                .mapToInt(row -> Integer.parseInt(row.getField("connections")))
                .sum();
    }

    @Test
    void nextClientsOfMaxConnectionsFillTheQueueAndThenAreDroppedSilently() throws Exception {
        CeilingCommand ceiling =
                ceiling("--max-connections=" + MAX_CONNECTIONS, "--accept-count=" + ACCEPT_COUNT, "--aftermath");

        Path run = onlyRun(ceiling);
        List<NamedCsvRecord> rows = CeilingsCsv.rows(run, "aftermath.csv");
        int queued = connections(rows, "next", "never-served");
        int dropped = connections(rows, "next", "silent-drop");
        assertThat(CeilingsCsv.rows(run).get(0).getField("limiting_factor")).isEqualTo("server-max-connections");
        // One more than the accept count fits into a queue of Linux; the failed step may have left connects there.
        assertThat(queued).as(ceiling.output()).isBetween(1, ACCEPT_COUNT + 2);
        assertThat(queued + dropped).isEqualTo(20);
        assertThat(connections(rows, "waiting", "served")).as(ceiling.output()).isGreaterThanOrEqualTo(queued);
        assertThat(connections(rows, "kept", "lost")).isZero();
        assertThat(connections(rows, "new", "lost")).isZero();
        assertThat(ceiling.output()).contains("connected, never served").contains("silent drop");
    }

    @Test
    void aStormOverflowsAShortQueueAndALongOnePasses() throws Exception {
        CeilingCommand ceiling = ceiling("--cap=250", "--accept-count=10", "--storm=0", "--storm-connections=200");

        List<NamedCsvRecord> rows = CeilingsCsv.rows(onlyRun(ceiling), "storms.csv");
        assertThat(rows).as(ceiling.output()).hasSizeGreaterThan(1);
        assertThat(rows.get(0).getField("accept_count")).isEqualTo("10");
        assertThat(Integer.parseInt(rows.get(0).getField("queue_high_water"))).isGreaterThanOrEqualTo(10);
        assertThat(Integer.parseInt(rows.get(0).getField("listen_overflows"))).isPositive();
        assertThat(rows)
                .filteredOn(row -> row.getField("accept_count").equals("200"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.getField("served_connections")).isEqualTo("200");
                    assertThat(row.getField("slow_connects")).isEqualTo("0");
                });
        assertThat(ceiling.output()).containsPattern("acceptCount (that passes|up to)");
    }
}
