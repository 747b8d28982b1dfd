package io.ceiling.harness.command.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest extends CommandLineFixture {

    ReportCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private Path run(String name) throws IOException {
        Path folder = Files.createDirectories(home.resolve("results").resolve(name));
        Files.writeString(folder.resolve("ceilings.csv"), "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");
        return folder;
    }

    @Test
    void rendersRunsByNameOrFolderAndTheirList() throws Exception {
        Path first = run("first");
        Path second = run("second");

        int exitCode = execute("report", "first", second.toString());

        assertThat(exitCode).as(text(err)).isZero();
        assertThat(first.resolve("report.html")).isRegularFile();
        assertThat(second.resolve("report.html")).isRegularFile();
        assertThat(home.resolve("results/index.html")).content().contains("first", "second");
        assertThat(text(out)).contains("report: ", "runs: ");
    }

    @Test
    void withoutAFolderRendersTheNewest() throws Exception {
        Path newest = run("newest");
        Files.createSymbolicLink(home.resolve("results/latest"), newest.getFileName());

        assertThat(execute("report")).as(text(err)).isZero();

        assertThat(newest.resolve("report.html")).isRegularFile();
        assertThat(text(out)).contains("newest");
    }

    @Test
    void folderThatIsMissingIsABadArgumentAndNothingIsMade() throws Exception {
        Path there = run("there");

        assertThat(execute("report", "there", "missing")).isEqualTo(2);

        assertThat(text(err)).contains("DIR must be the folder of a run, was 'missing'");
        assertThat(there.resolve("report.html")).doesNotExist();
    }

    @Test
    void folderOfSomethingElseCannotBeRendered() throws Exception {
        Path other = Files.createDirectories(home.resolve("results/other"));

        assertThat(execute("report", other.toString())).isEqualTo(3);

        assertThat(text(err)).contains("is not the folder of a run");
    }
}
