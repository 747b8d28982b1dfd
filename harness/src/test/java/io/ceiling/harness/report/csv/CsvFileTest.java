package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFileTest {

    private static final List<String> HEADER = List.of("a", "b");

    private final Path folder;
    private final Path file;

    CsvFileTest(@TempDir Path folder) {
        this.folder = folder;
        file = folder.resolve("rows.csv");
    }

    @Test
    void staysLockedAgainstAnotherProcessAfterItWasRead() throws Exception {
        try (CsvFile csv = CsvFile.open(file, HEADER)) {
            csv.append(List.of(List.of("1", "2")), true);
            assertThat(csv.rows()).hasSize(2);

            assertThat(AnotherProcess.opens(file)).contains("is being written by another run");
        }

        assertThat(AnotherProcess.opens(file)).isEqualTo("opened");
    }

    @Test
    void removedRowsAreGoneFromTheFileWhichStaysLocked() throws Exception {
        try (CsvFile csv = CsvFile.open(file, HEADER)) {
            csv.append(List.of(List.of("1", "2"), List.of("3", "4")), true);

            csv.retain(row -> row.get(0).equals("3"));

            assertThat(AnotherProcess.opens(file)).contains("is being written by another run");
            csv.append(List.of(List.of("5", "6")), true);
        }
        assertThat(CsvFile.read(file)).containsExactly(HEADER, List.of("3", "4"), List.of("5", "6"));
        assertThat(folder).isDirectoryNotContaining("glob:**/*.new");
    }

    @Test
    void aFileThatIsRefusedKeepsAllThatIsInIt() throws IOException {
        String content = "other,columns\r\n1,2\r\n3,4";
        Files.writeString(file, content);

        assertThatThrownBy(() -> CsvFile.open(file, HEADER)).hasMessageContaining("has other columns");

        assertThat(file).hasContent(content);
    }

    @Test
    void aFileThatIsNotThereIsToldAsOneThatMayLackItsFolderOrItself() {
        assertThatThrownBy(() -> CsvFile.read(file))
                .hasMessage("%s cannot be read: no such file or folder".formatted(file));
    }

    @Test
    void whatIsCutOffIsKeptBesideTheFile() throws IOException {
        Files.writeString(file, "a,b\r\n1,2\r\n3,4");

        CsvFile.open(file, HEADER).close();

        assertThat(file).hasContent("a,b\r\n1,2\r\n");
        assertThat(folder.resolve("rows.csv.torn")).hasContent("3,4");
    }

    @Test
    void aFileOfWholeRowsHasNothingBesideIt() throws IOException {
        Files.writeString(file, "a,b\r\n1,2\r\n");

        CsvFile.open(file, HEADER).close();

        assertThat(folder.resolve("rows.csv.torn")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatIsCutOffFollowsNoLinkOutOfItsFolder(@TempDir Path elsewhere) throws IOException {
        Path victim = Files.writeString(elsewhere.resolve("victim.txt"), "precious");
        Files.createSymbolicLink(folder.resolve("rows.csv.torn"), victim);
        Files.writeString(file, "a,b\r\n1,2\r\n3,4");

        CsvFile.open(file, HEADER).close();

        assertThat(victim).hasContent("precious");
        assertThat(folder.resolve("rows.csv.torn")).isRegularFile().hasContent("3,4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "3,", "3,4", "3,\"4"})
    void aReaderLeavesOutARowThatHasNoLineBreak(String torn) throws IOException {
        Files.writeString(file, "a,b\r\n1,2\r\n" + torn);
        List<CsvRow> streamed = new ArrayList<>();
        CsvTable.stream(file, streamed::add);

        assertThat(CsvFile.read(file)).containsExactly(HEADER, List.of("1", "2"));
        assertThat(CsvTable.read(folder, "rows.csv").rows()).hasSize(1);
        assertThat(streamed).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "3,\"4", "3,4,5"})
    void ofAFileOfAnotherProgramARowWithOtherCellsThanTheHeaderIsMovedAway(String last) throws IOException {
        Files.writeString(file, "a,b\n1,2\n" + last);

        assertThat(CsvFile.read(file)).containsExactly(HEADER, List.of("1", "2"));
        CsvFile.open(file, HEADER).close();

        assertThat(Files.readString(file)).isEqualTo("a,b\r\n1,2\r\n");
        assertThat(folder.resolve("rows.csv.torn")).hasContent(last);
    }

    @Test
    void aReaderTakesALoneCarriageReturnForALineBreak() throws IOException {
        Files.writeString(file, "a,b\r1,2\r3,4\r5");

        assertThat(CsvFile.read(file)).containsExactly(HEADER, List.of("1", "2"), List.of("3", "4"));
        assertThat(CsvTable.read(folder, "rows.csv").rows()).hasSize(2);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void followsNoLinkOutOfItsFolder(@TempDir Path elsewhere) throws IOException {
        Path victim = Files.writeString(elsewhere.resolve("victim.txt"), "precious");
        Files.createSymbolicLink(file, victim);

        assertThatThrownBy(() -> CsvFile.open(file, HEADER)).isInstanceOf(RunFolderException.class);

        Path report = folder.resolve("report.html");
        for (String guess : List.of("report.html", "report.html.new", ".report.html.new")) {
            Files.createSymbolicLink(folder.resolve(guess), victim);
        }
        AtomicFiles.write(report, "the page".getBytes(StandardCharsets.UTF_8));

        assertThat(victim).hasContent("precious");
        assertThat(report).isRegularFile().hasContent("the page");
        assertThat(Files.isSymbolicLink(report)).isFalse();
    }

    @Test
    void aCellHasNoCharacterThatATerminalObeys() {
        assertThat(Cell.text("a\r\nb \u001b]0;title\u0007\u001b[31m\u009bred \u00fc\t!"))
                .isEqualTo("a b ?]0;title??[31m?red \u00fc\t!");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskKeepsEveryRow() throws Exception {
        try (CsvFile csv = CsvFile.open(file, HEADER)) {
            csv.append(List.of(List.of("1", "2"), List.of("3", "x".repeat(20_000))), true);
        }

        // A limit of the size of its files stops the other process in the middle of the new file.
        assertThat(AnotherProcess.removesTheFirstRow(file, 8)).isEqualTo(file + " cannot be written: File too large");

        assertThat(folder).isDirectoryNotContaining("glob:**/*.new");
        assertThat(CsvFile.read(file)).hasSize(3).startsWith(HEADER, List.of("1", "2"));
    }

    /** Locks are a process's own, and within one JVM Java refuses a second lock by itself, so it takes another JVM. */
    static final class AnotherProcess {

        private AnotherProcess() {}

        static String opens(Path file) throws IOException, InterruptedException {
            return run(List.of(), file, "open");
        }

        static String removesTheFirstRow(Path file, int mostKibibytes) throws IOException, InterruptedException {
            return run(
                    List.of("/bin/bash", "-c", "ulimit -f \"$0\" && exec \"$@\"", Integer.toString(mostKibibytes)),
                    file,
                    "remove");
        }

        private static String run(List<String> around, Path file, String action)
                throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(around);
            command.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx32m",
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-cp",
                    System.getProperty("java.class.path"),
                    AnotherProcess.class.getName(),
                    file.toString(),
                    action));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(process.waitFor()).isZero();
            return said;
        }

        public static void main(String[] arguments) {
            try (CsvFile csv = CsvFile.open(Path.of(arguments[0]), HEADER)) {
                if (arguments[1].equals("remove")) {
                    csv.retain(row -> !row.get(0).equals("1"));
                }
                System.out.println(csv.rows().isEmpty() ? "empty" : "opened");
            } catch (RunFolderException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
