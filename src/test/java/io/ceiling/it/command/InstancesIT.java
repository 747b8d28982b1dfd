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

/** Several servers of one scenario ({@code --instances}) that hold its connections together. */
@Tag("all")
@Tag("side-by-side")
class InstancesIT {

    private static final int SERVERS = 3;
    private static final int DESCRIPTORS = 200;

    @TempDir
    Path folder;

    private Path run(String... options) throws Exception {
        Path results = folder.resolve("results");
        Stream<String> always = Words.of(
                "run --results=%s --instances=%s --container=tomcat --connector=nio --thread-kind=platform",
                results, SERVERS)
                .stream();
        CeilingCommand ceiling =
                CeilingCommand.run(Stream.concat(always, Stream.of(options)).toArray(String[]::new));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return CeilingsCsv.onlyRun(results);
    }

    @Test
    void holdTogetherWhatTheDescriptorsOfEachAllowAndNameTheServer() throws Exception {
        Path run = run("--workload=keep-alive", "--buffer=default", "--nofile=" + DESCRIPTORS);

        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        List<NamedCsvRecord> instances = CeilingsCsv.rows(run, "instances.csv");
        assertThat(row.getField("limiting_factor"))
                .as(row.getFields().toString())
                .isEqualTo("server-file-descriptors");
        assertThat(row.getField("evidence")).matches("server [123] of 3: 200 of 200 files open.*");
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
    void eachPublishesToSubscribersOfItsOwnAndNothingIsLost() throws Exception {
        Path run = run("--workload=broadcast", "--cap=90", "--publish=100", "--message-slo=20s", "--slo=20s");

        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        assertThat(row.getField("verdict")).as(row.getFields().toString()).isEqualTo("at-least");
        assertThat(number(row, "ceiling_connections")).isEqualTo(90);
        assertThat(CeilingsCsv.rows(run, "steps.csv"))
                .allSatisfy(step -> assertThat(step.getField("messages_lost")).isEqualTo("0"));
    }

    private static int number(NamedCsvRecord row, String column) {
        return Integer.parseInt(row.getField(column));
    }
}
