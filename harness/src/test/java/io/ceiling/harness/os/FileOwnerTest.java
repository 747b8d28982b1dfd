package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class FileOwnerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void whatThisProcessMakesIsItsUsersOwn() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(FileOwner.isTrusted(file)).isTrue();
        assertThat(FileOwner.uid(file)).isEqualTo(FileOwner.ofThisProcess());
        assertThat(FileOwner.isRegularFileOf(file, FileOwner.ofThisProcess())).isTrue();
        assertThat(FileOwner.isRegularFileOf(file, FileOwner.ofThisProcess() + 1))
                .isFalse();
        assertThat(FileOwner.isRegularFileOf(file, ProcFiles.UNSEEN)).isFalse();
    }

    @Test
    void nothingButARegularFileIsOpened() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path file = Files.createFile(folder.resolve("file"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        for (Path other : new Path[] {pipe, link, folder, folder.resolve("none")}) {
            assertThat(FileOwner.isRegularFileOf(other, FileOwner.ofThisProcess()))
                    .as(other.toString())
                    .isFalse();
        }
    }

    @Test
    void rootAndTheUserAreTrustedAndNobodyElse() {
        assertThat(FileOwner.isTrusted(0, 1000)).isTrue();
        assertThat(FileOwner.isTrusted(1000, 1000)).isTrue();
        assertThat(FileOwner.isTrusted(1001, 1000)).isFalse();
        assertThat(FileOwner.isTrusted(65_534, 0)).as("nobody, asked by root").isFalse();
        assertThat(FileOwner.isTrusted(ProcFiles.UNSEEN, ProcFiles.UNSEEN)).isFalse();
        assertThat(FileOwner.isTrustedProcess(ProcessHandle.current().pid())).isTrue();
        assertThat(FileOwner.isTrustedProcess(Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void aProcessThatIsNotThereHasNoUser() {
        assertThat(FileOwner.ofProcess(Integer.MAX_VALUE)).isEqualTo(ProcFiles.UNSEEN);
    }
}
