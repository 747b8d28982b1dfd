package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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

            csv.keep(row -> row.get(0).equals("3"));

            assertThat(AnotherProcess.opens(file)).contains("is being written by another run");
            csv.append(List.of(List.of("5", "6")), true);
        }
        assertThat(CsvFile.read(file)).containsExactly(HEADER, List.of("3", "4"), List.of("5", "6"));
        assertThat(folder).isDirectoryNotContaining("glob:**/*.new");
    }

    @Test
    void whatAKilledRunHadWrittenHalfIsOverwritten() throws IOException {
        Files.writeString(folder.resolve("rows.csv.new"), "a,b\r\nhalf of a much longer row, left by a kill");
        try (CsvFile csv = CsvFile.open(file, HEADER)) {
            csv.append(List.of(List.of("1", "2")), true);

            csv.keep(row -> false);

            assertThat(csv.rows()).containsExactly(HEADER);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskKeepsEveryRow() throws IOException {
        Path half = Files.createSymbolicLink(folder.resolve("rows.csv.new"), Path.of("/dev/full"));
        try (CsvFile csv = CsvFile.open(file, HEADER)) {
            csv.append(List.of(List.of("1", "2"), List.of("3", "4")), true);

            assertThatThrownBy(() -> csv.keep(row -> row.get(0).equals("3")))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageStartingWith(file + " cannot be written: No space left on device");

            assertThat(half).doesNotExist();
            csv.append(List.of(List.of("5", "6")), true);
            assertThat(csv.rows()).containsExactly(HEADER, List.of("1", "2"), List.of("3", "4"), List.of("5", "6"));
        }
    }

    /** Locks are a process's own, and within one JVM Java refuses a second lock by itself, so it takes another JVM. */
    static final class AnotherProcess {

        private AnotherProcess() {}

        static String opens(Path file) throws IOException, InterruptedException {
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            Process process = new ProcessBuilder(
                            java.toString(),
                            "-Xmx32m",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            AnotherProcess.class.getName(),
                            file.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(process.waitFor()).isZero();
            return said;
        }

        public static void main(String[] arguments) {
            try (CsvFile csv = CsvFile.open(Path.of(arguments[0]), HEADER)) {
                System.out.println(csv.rows().isEmpty() ? "empty" : "opened");
            } catch (RunFolderException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
