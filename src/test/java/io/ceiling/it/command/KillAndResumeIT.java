package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends: no process is left, finished rows are on disk, the rest can be run later. */
@Tag("side-by-side")
class KillAndResumeIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration END_OF_CHILDREN = Duration.ofSeconds(60);

    /** What a report says that was written before the end of its run. */
    private static final String NOT_ENDED = " scenarios without a result: the run had not ended when this was written.";

    @TempDir
    Path folder;

    private String[] scenariosOf(String workloads) {
        return new String[] {
            "run",
            "--results=" + folder.resolve("results"),
            "--container=jetty",
            "--thread-kind=platform",
            "--workload=" + workloads,
            "--cap=200",
            "--nofile=2048",
            "--heap=256m",
            "--threads=default",
            "--buffer=default"
        };
    }

    private Path runFolder() {
        return CeilingsCsv.onlyRun(folder.resolve("results"));
    }

    private long rowsOnDisk() {
        Path results = folder.resolve("results");
        return Files.exists(results.resolve("latest").resolve("ceilings.csv"))
                ? CeilingProcess.read(results.resolve("latest").resolve("ceilings.csv"))
                                .lines()
                                .count()
                        - 1
                : 0;
    }

    @Test
    void leavesNoProcessAndFinishedRowsAndIsResumed() throws Exception {
        demandResumption("KILL");
    }

    @Tag("all")
    @Test
    void writesItsReportAtASignalAndIsResumed() throws Exception {
        assertThat(demandResumption("TERM").output()).containsPattern("(?m)^report: ");
    }

    /** Its signal comes when one row of two is there; returns the run that it ended. */
    private CeilingProcess demandResumption(String signal) throws Exception {
        String[] workloads = {"hold-async", "keep-alive"};
        CeilingProcess ceiling = CeilingProcess.start(folder, scenariosOf(String.join(",", workloads)));
        Awaiting.until(
                "the first rows and a running server",
                PATIENCE,
                () -> rowsOnDisk() >= 1 && ceiling.children().size() >= 2);
        List<ProcessHandle> children = ceiling.children();

        ceiling.signal(signal);

        Awaiting.until("the end of the harness", END_OF_CHILDREN, () -> !ceiling.handle()
                .isAlive());
        Awaiting.until("the end of servers and agents", END_OF_CHILDREN, () -> children.stream()
                .noneMatch(ProcessHandle::isAlive));
        long finished = rowsOnDisk();
        assertThat(finished).isEqualTo(1);
        assertThat(report()).contains(NOT_ENDED);

        CeilingCommand resumed = CeilingCommand.run("run", "--results=" + folder.resolve("results"), "--resume");

        assertThat(resumed.exitCode()).as(resumed.output() + resumed.errors()).isZero();
        assertThat(CeilingsCsv.rows(runFolder()).stream().map(row -> row.getField("workload")))
                .containsExactly(workloads);
        assertThat(report()).doesNotContain(NOT_ENDED);
        return ceiling;
    }

    private String report() {
        return CeilingProcess.read(folder.resolve("results").resolve("latest").resolve("report.html"));
    }

    @Tag("all")
    @Test
    void goesOnWhenAServerIsKilled() throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(
                folder,
                List.of(),
                Words.of(
                        "run --results=%s --container=jetty --thread-kind=platform --workload=hold-async,keep-alive "
                                + "--cap=180 --hold=3s --slo=20s --nofile=2048 --heap=256m --threads=default --buffer=default",
                        folder.resolve("results")));
        Awaiting.until("a server", PATIENCE, () -> server(ceiling).isPresent());
        Awaiting.until("a step that passed", PATIENCE, () -> samplesOf("hold-async") >= 2);

        server(ceiling).orElseThrow().destroyForcibly();

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(runFolder());
        assertThat(rows).extracting(row -> row.getField("workload")).containsExactly("hold-async", "keep-alive");
        assertThat(rows.get(1).getField("verdict")).isEqualTo("at-least");
    }

    private long samplesOf(String workload) {
        Path samples =
                folder.resolve("results").resolve("latest").resolve("details").resolve("samples.csv");
        return Files.exists(samples)
                ? CeilingProcess.read(samples)
                        .lines()
                        .filter(line -> line.contains(workload))
                        .count()
                : 0;
    }

    private static Optional<ProcessHandle> server(CeilingProcess ceiling) {
        return ceiling.children().stream()
                .filter(child -> child.info().commandLine().orElse("").contains("JettyMain"))
                .findFirst();
    }
}
