package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./ceiling run --container-version}: releases of real containers, resolved as Maven artifacts. Without a Maven that reaches a
 * repository a test is skipped.
 */
@Tag("all")
@Tag("side-by-side")
class ContainerVersionIT {

    @TempDir
    Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    private CeilingCommand run(String containers, String... releases) throws InterruptedException {
        return CeilingCommand.run(Words.of(
                "run --results=%s --container=%s --connector=nio --thread-kind=platform --workload=websocket "
                        + "--threads=default --buffer=default --container-version=%s --nofile=2048 --heap=128m "
                        + "--cap=100 --slo=20s --null-time=0ms",
                results(), containers, String.join(",", releases)));
    }

    /** A release before the one of the build, and one of the older line, of each container. */
    @Test
    void olderReleasesServeAndEachRowHasItsOwn() throws Exception {
        CeilingCommand ceiling = run("tomcat,jetty", "10.1.34", "11.0.12", "12.0.29", "12.1.8");
        boolean resolved = !ceiling.errors().contains(" cannot be had: ");
        Assumptions.assumeTrue(resolved, ceiling.errors());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();

        Path run = CeilingsCsv.onlyRun(results());
        List<NamedCsvRecord> rows = CeilingsCsv.rows(run);
        assertThat(rows)
                .extracting(row -> row.getField("container_version"))
                .containsExactly("10.1.34", "11.0.12", "12.0.29", "12.1.8");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.getField("asked_container_version")).isEqualTo(row.getField("container_version"));
            assertThat(row.getField("verdict"))
                    .as(row.getField("why") + row.getField("evidence"))
                    .isEqualTo("at-least");
            assertThat(row.getField("scenario")).contains("-version" + row.getField("container_version") + "-");
        });
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("\"title\":\"websocket, Tomcat\"", "\"releases\":[\"12.0.29\",\"12.1.8\"]");
        assertThat(ceiling.output()).contains("version=10.1.34", "version=12.1.8");
    }

    @Test
    void aReleaseThatThereIsNotEndsInOneLineBeforeAnythingIsMeasured() throws Exception {
        CeilingCommand ceiling = run("tomcat", "11.0.9999");

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.errors().lines())
                .singleElement()
                .asString()
                .contains("container-version 11.0.9999 of tomcat cannot be had: ")
                .contains("Hint: ");
        assertThat(results()).doesNotExist();
    }
}
