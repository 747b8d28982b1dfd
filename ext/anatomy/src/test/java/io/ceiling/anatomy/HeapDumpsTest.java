package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpsTest {

    @TempDir
    Path results;

    private final List<String> told = new ArrayList<>();

    private Path run() throws IOException {
        return Files.createDirectory(results.resolve("run"));
    }

    @Test
    void closingDeletesAllThatTheJvmWroteThere() throws Exception {
        Path run = run();
        try (HeapDumps dumps = new HeapDumps(run, false, told::add)) {
            dumps.create();
            Files.writeString(run.resolve("dumps/01-200-connections.hprof"), "secret");
            Files.writeString(run.resolve("dumps/01-200-connections.hprof.p0"), "secret");
        }

        assertThat(run.resolve("dumps")).doesNotExist();
        assertThat(told).isEmpty();
    }

    @Test
    void whatCannotBeDeletedIsTold() throws Exception {
        Path run = run();
        try (HeapDumps dumps = new HeapDumps(run, false, told::add)) {
            dumps.create();
            Files.createDirectories(run.resolve("dumps/folder/inside"));
        }

        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("heap dumps cannot be deleted")
                .contains("folder");
        assertThat(run.resolve("dumps").resolve(HeapDumps.LOCK)).exists();
    }

    @Test
    void dumpsOfAProcessThatIsGoneAreDeletedByTheNextRun() throws Exception {
        Path dumps = Files.createDirectory(run().resolve("dumps"));
        Files.createFile(dumps.resolve(HeapDumps.LOCK));
        Files.writeString(dumps.resolve("02-500-connections.hprof"), "secret");

        HeapDumps.deleteLeftBehind(results, told::add);

        assertThat(dumps).doesNotExist();
        assertThat(told).containsExactly("deleted heap dumps that a run left behind: " + dumps);
    }

    @Test
    void dumpsInUseAndDumpsThatWereKeptStay() throws Exception {
        Path kept = Files.createDirectories(results.resolve("kept/dumps"));
        Files.writeString(kept.resolve("02-500-connections.hprof"), "wanted");
        Path run = run();
        try (HeapDumps dumps = new HeapDumps(run, false, told::add)) {
            dumps.create();

            HeapDumps.deleteLeftBehind(results, told::add);

            assertThat(run.resolve("dumps")).exists();
        }
        assertThat(kept.resolve("02-500-connections.hprof")).exists();
        assertThat(told).isEmpty();
    }
}
