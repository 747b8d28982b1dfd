package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./ceiling run} from the command line to the files that it leaves, on real servers and real load agents. */
@Tag("side-by-side")
class RunCommandIT {

    @TempDir
    Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    private NamedCsvRecord onlyRowOf(String... arguments) throws InterruptedException {
        // Without these two the preset's variations of threads and buffers would be rows of their own.
        Stream<String> defaults = Stream.of("--buffer=default", "--threads=default")
                .filter(option -> Stream.of(arguments)
                        .noneMatch(given -> given.startsWith(option.substring(0, option.indexOf('=')))));
        CeilingCommand ceiling =
                CeilingCommand.run(Stream.concat(Stream.of(arguments), defaults).toArray(String[]::new));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results()));
        assertThat(rows).hasSize(1);
        assertThat(CeilingsCsv.onlyRun(results()).resolve("report.html")).isRegularFile();
        return rows.get(0);
    }

    @Test
    void leavesEveryFileOfARun() throws Exception {
        NamedCsvRecord row = onlyRowOf(
                "run",
                "--results=" + results(),
                "--container=tomcat",
                "--connector=nio",
                "--thread-kind=platform",
                "--workload=keep-alive",
                "--cap=300",
                "--slo=20s",
                "--nofile=2048",
                "--heap=256m",
                "--null-time=200ms");

        assertThat(row.getField("verdict")).isEqualTo("at-least");
        assertThat(row.getField("ceiling_connections")).isEqualTo("300");
        assertThat(row.getField("limiting_factor")).isEmpty();
        assertThat(Double.parseDouble(row.getField("heap_bytes_per_connection")))
                .isBetween(500.0, 100_000.0);
        assertThat(Double.parseDouble(row.getField("null_s"))).isPositive();
        Path run = CeilingsCsv.onlyRun(results());
        assertThat(results().resolve("latest").toRealPath()).isEqualTo(run.toRealPath());
        assertThat(CeilingProcess.read(run.resolve("environment.json")))
                .contains("\"kernel\"", "NioEndpoint", "appReadBufSize", "-Xmx268435456")
                .doesNotContain(System.getProperty("user.name") + "@");
        assertThat(CeilingProcess.read(run.resolve("steps.csv")).lines().count())
                .isGreaterThanOrEqualTo(3);
        assertThat(CeilingProcess.read(run.resolve("details").resolve("samples.csv"))
                        .lines()
                        .count())
                .isGreaterThanOrEqualTo(2);
        assertThat(CeilingProcess.read(run.resolve("summary.csv")).lines().count())
                .isEqualTo(2);
        try (var files = Files.list(run.resolve("details"))) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("server-tomcat-nio-platform-keep-alive"))
                    .anyMatch(name -> name.endsWith(".hlog"))
                    .noneMatch(name -> name.startsWith(".") || name.endsWith(".tmp"));
        }
    }

    @Tag("all")
    @Test
    void holdsConnectionsToAnApplicationOfTheUsersOwn() throws Exception {
        Path war = folder.resolve("app.war");
        try (ZipOutputStream archive = new ZipOutputStream(Files.newOutputStream(war))) {
            archive.putNextEntry(new ZipEntry("index.txt"));
            archive.write("any".getBytes(StandardCharsets.UTF_8));
        }

        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "run --results=%s --container=tomcat,jetty --connector=nio --thread-kind=platform "
                        + "--buffer=default --threads=default --war=%s --get=/index.txt --cap=50 --slo=20s",
                results(), war));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        assertThat(CeilingsCsv.rows(CeilingsCsv.onlyRun(results())))
                .allSatisfy(row -> {
                    assertThat(row.getField("verdict")).isEqualTo("at-least");
                    assertThat(row.getField("ceiling_connections")).isEqualTo("50");
                    assertThat(row.getField("workload")).isEqualTo("get /index.txt");
                })
                .extracting(row -> row.getField("container") + " " + row.getField("used_endpoint_class"))
                .containsExactlyInAnyOrder(
                        "tomcat org.apache.tomcat.util.net.NioEndpoint",
                        "jetty org.eclipse.jetty.server.ServerConnector");
    }

    /** As a process, whose exit code a script sees. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"--heap=lots | 2 | lots", "--results=/proc/ceiling | 3 | /proc/ceiling"})
    void refusesBadInputWithOneLineAndStartsNothing(String arguments, int exitCode, String named) throws Exception {
        String results = arguments.contains("--results") ? "" : " --results=" + results();
        CeilingCommand ceiling = CeilingProcess.start(folder, ("run " + arguments + results).split(" "))
                .ended();

        assertThat(ceiling.exitCode()).as(ceiling.errors()).isEqualTo(exitCode);
        assertThat(ceiling.errors().strip().lines()).hasSize(1);
        assertThat(ceiling.errors()).contains(named).doesNotContain("Exception");
        assertThat(results()).doesNotExist();
    }
}
