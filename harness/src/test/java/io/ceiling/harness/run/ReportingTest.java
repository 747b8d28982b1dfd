package io.ceiling.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.html.RunReport;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report while a run goes on. */
class ReportingTest {

    private final Reporting reporting = new Reporting(new PrintStream(PrintStream.nullOutputStream()));
    private RunFolder folder;

    @BeforeEach
    void open(@TempDir Path results) {
        folder = RunFolder.create(results, "x", Clock.systemUTC());
        folder.writePlanned(3);
    }

    @AfterEach
    void close() {
        folder.close();
    }

    private Path report() {
        return folder.path().resolve(RunReport.FILE);
    }

    private void row(Scenario scenario) {
        folder.append(Fixtures.result(scenario, Fixtures.REACHED), List.of());
    }

    @Test
    void hasTheRowsSoFarAndSaysHowManyAreMissing() throws Exception {
        row(Fixtures.websocket());

        reporting.writeInterim(folder);

        assertThat(Files.readString(report()))
                .contains("4\u00a0040")
                .contains("2 of 3 scenarios without a result: the run had not ended when this was written.");
    }

    @Test
    void nothingIsWrittenWithoutANewRow() throws Exception {
        reporting.writeInterim(folder);
        assertThat(report()).doesNotExist();

        row(Fixtures.websocket());
        reporting.writeInterim(folder);
        Files.delete(report());
        reporting.writeInterim(folder);

        assertThat(report()).doesNotExist();
    }

    @Test
    void aReportThatCannotBeWrittenEndsNoRun() throws Exception {
        Files.createDirectories(report().resolve("in-its-place"));
        row(Fixtures.websocket());

        reporting.writeInterim(folder);

        assertThat(report()).isDirectory();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void aReportThatCannotBeWrittenAtTheEndIsMissing() throws Exception {
        row(Fixtures.websocket());
        reporting.register(folder);
        folder.close();

        reporting.close();
        assertThat(reporting.isMissing()).isFalse();

        Files.delete(report());
        Files.createDirectories(report().resolve("in-its-place"));
        reporting.register(folder);
        reporting.close();
        assertThat(reporting.isMissing()).isTrue();
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.filter(file -> file.toString().endsWith(".new")).toList();
        }
    }

    @Test
    void aRunWhoseScenariosAllHaveARowSaysNothingOfMissingOnes() throws Exception {
        row(Fixtures.websocket());
        row(Fixtures.broadcast());
        folder.append(Fixtures.result(Fixtures.ring(), new Verdict.AtLeast(5, "the cap was met")), List.of());

        reporting.writeInterim(folder);

        assertThat(Files.readString(report())).doesNotContain("without a result");
    }
}
