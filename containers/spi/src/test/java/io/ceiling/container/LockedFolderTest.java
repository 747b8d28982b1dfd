package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class LockedFolderTest {

    private static final LockedFolder.Kind KIND = new LockedFolder.Kind("ceiling-test-", Set.of("work", "log"));
    private static final int NOBODY = 65_534;

    @TempDir
    Path parent;

    /** Returns the folder that a process leaves when it is killed: its lock is there, and nobody holds it. */
    private Path leftByKilledProcess(String... content) throws IOException {
        LockedFolder killed = LockedFolder.create(parent, KIND);
        Path folder = killed.path();
        killed.keep();
        Files.createFile(folder.resolve("lock"));
        for (String name : content) {
            Files.writeString(folder.resolve(name), "text");
        }
        return folder;
    }

    private void deleteAbandoned() throws IOException {
        LockedFolder.deleteAbandoned(
                parent, KIND, Files.getOwner(parent), Instant.now().plusSeconds(10));
    }

    @Test
    void deletesWhatAKilledProcessLeft() throws IOException {
        Path left = leftByKilledProcess("log");
        Files.createDirectories(left.resolve("work/webapps"));

        deleteAbandoned();

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void deletesWhatAProcessLeftThatWasKilledWhileItDeleted() throws IOException {
        Path left = leftByKilledProcess("log");
        Files.createDirectories(left.resolve("work/webapps"));
        LockedFolder.Deletion killed = new LockedFolder.Deletion(left);
        for (String file : List.of("lock", "log")) {
            Path path = left.resolve(file);
            killed.visitFile(path, Files.readAttributes(path, BasicFileAttributes.class));
        }

        deleteAbandoned();

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void theNextFolderOfTheKindDeletesIt() throws IOException {
        Path left = leftByKilledProcess("log");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(120)));

        LockedFolder.create(parent, KIND).close();

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void leavesTheFolderOfALivingProcess() throws IOException {
        try (LockedFolder living = LockedFolder.create(parent, KIND)) {
            deleteAbandoned();

            assertThat(living.path()).exists();
        }
    }

    @Test
    void leavesAFolderThatIsJustBeingMade() throws IOException {
        Path young = leftByKilledProcess();

        LockedFolder.deleteAbandoned(
                parent, KIND, Files.getOwner(parent), Instant.now().minusSeconds(60));

        assertThat(young).exists();
    }

    @Test
    void leavesAFolderThatWasKept() throws IOException {
        LockedFolder kept = LockedFolder.create(parent, KIND);
        Files.writeString(kept.path().resolve("log"), "why it failed");
        kept.keep();

        deleteAbandoned();

        assertThat(kept.path().resolve("log")).exists();
    }

    @Test
    void leavesAFolderWithAnotherFile() throws IOException {
        Path left = leftByKilledProcess("log", "log.hs_err");

        deleteAbandoned();

        assertThat(left).isNotEmptyDirectory();
    }

    @Test
    void leavesFoldersOfOtherNames() throws IOException {
        Path other = Files.createDirectory(parent.resolve("somebody-else"));

        deleteAbandoned();

        assertThat(other).exists();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void followsNoLinkOutOfTheFolder() throws IOException {
        Path precious = Files.writeString(parent.resolve("precious.txt"), "text");
        Path left = leftByKilledProcess();
        Files.createSymbolicLink(left.resolve("work"), parent);

        deleteAbandoned();

        assertThat(left).doesNotExist();
        assertThat(precious).exists();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void followsNoLinkThatStandsForAFolder(@TempDir Path elsewhere) throws IOException {
        Path left = leftByKilledProcess("log");
        Path moved = Files.move(left, elsewhere.resolve("target"));
        Files.createSymbolicLink(left, moved);

        deleteAbandoned();

        assertThat(moved.resolve("log")).exists();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(60)
    void opensNoLockThatIsANamedPipe() throws Exception {
        Path left = leftByKilledProcess("log");
        Files.delete(left.resolve("lock"));
        assertThat(new ProcessBuilder("mkfifo", left.resolve("lock").toString())
                        .start()
                        .waitFor())
                .isZero();

        deleteAbandoned();

        assertThat(left).exists();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void leavesAFolderThatOthersCanWriteTo() throws IOException {
        Path left = leftByKilledProcess("log");
        Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rwxrwxrwx"));

        deleteAbandoned();

        assertThat(left).exists();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void leavesAFolderOfAnotherUser() throws IOException {
        Path left = leftByKilledProcess("log");
        assumeTrue(mayGiveAway(left), "only root can give a folder to another user");

        deleteAbandoned();

        assertThat(left).exists();
    }

    private static boolean mayGiveAway(Path folder) {
        try {
            Files.setAttribute(folder, "unix:uid", NOBODY);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
