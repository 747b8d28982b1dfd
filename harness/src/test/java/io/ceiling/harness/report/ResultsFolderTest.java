package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.report.csv.RunFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Path results;

    ResultsFolderTest(@TempDir Path results) {
        this.results = results;
    }

    private Path created(String name) {
        try (RunFolder folder = RunFolder.create(results, name, CLOCK)) {
            return folder.path();
        }
    }

    @Test
    void isNamedByTimeAndRunAndLatestPointsAtTheNewest() throws IOException {
        Path one = created("quick-tomcat");
        Path two = created("quick-tomcat");

        assertThat(one).hasFileName("20261121T091500Z-quick-tomcat");
        assertThat(two).hasFileName("20261121T091500Z-quick-tomcat-2");
        assertThat(results.resolve("latest").toRealPath()).isEqualTo(two.toRealPath());
        assertThat(Files.readSymbolicLink(results.resolve("latest"))).isEqualTo(two.getFileName());
    }

    @Test
    void somethingElseCalledLatestIsLeftAlone() throws IOException {
        Files.createDirectories(results.resolve("latest").resolve("mine"));

        RunFolder.create(results, "x", CLOCK).close();

        assertThat(results.resolve("latest").resolve("mine")).isDirectory();
        assertThat(results).isDirectoryNotContaining("glob:**/.latest*");
    }

    @Test
    void aFolderThatCannotBeMadeIsOneClearError() throws IOException {
        Path file = Files.writeString(results.resolve("file"), "");

        assertThatThrownBy(() -> RunFolder.create(file, "x", CLOCK))
                .isInstanceOf(RunFolderException.class)
                .hasMessageStartingWith("results folder " + file + " cannot be written: ")
                .hasMessageEndingWith("Hint: --results=FOLDER")
                .hasMessageNotContaining("\n");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theFolderOfAnApplicationOfTheUserIsItsOwnersAlone() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "x", true, CLOCK)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                    .isEqualTo("rwx------");
        }
    }
}
