package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class WorkFolderTest {

    @TempDir
    Path parent;

    @Test
    void deletesEverythingWhenClosed() throws IOException {
        try (WorkFolder workFolder = WorkFolder.create(parent)) {
            Files.writeString(
                    Files.createDirectory(workFolder.path().resolve("webapps")).resolve("a.txt"), "text");
        }

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void deletesWhatKilledProcessLeft() throws IOException {
        Path left = Files.createDirectories(parent.resolve("ceiling-server-1/work/webapps"));
        Files.createFile(parent.resolve("ceiling-server-1/lock"));

        WorkFolder.deleteAbandoned(parent, Instant.now().plusSeconds(10));

        assertThat(left).doesNotExist();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void leavesFolderOfLivingProcess() throws IOException {
        try (WorkFolder living = WorkFolder.create(parent)) {
            WorkFolder.deleteAbandoned(parent, Instant.now().plusSeconds(10));

            assertThat(living.path()).exists();
        }
    }

    @Test
    void leavesFolderThatIsJustBeingMade() throws IOException {
        Path young = Files.createDirectory(parent.resolve("ceiling-server-1"));

        WorkFolder.deleteAbandoned(parent, Instant.now().minusSeconds(60));

        assertThat(young).exists();
    }

    @Test
    void leavesFoldersOfOthers() throws IOException {
        Path other = Files.createDirectory(parent.resolve("somebody-else"));

        WorkFolder.deleteAbandoned(parent, Instant.now().plusSeconds(10));

        assertThat(other).exists();
    }

    @Test
    void followsNoLinkOutOfTheFolder() throws IOException {
        Path precious = Files.writeString(parent.resolve("precious.txt"), "text");
        Path left = Files.createDirectory(parent.resolve("ceiling-server-1"));
        Files.createSymbolicLink(left.resolve("link"), parent);

        WorkFolder.deleteAbandoned(parent, Instant.now().plusSeconds(10));

        assertThat(left).doesNotExist();
        assertThat(precious).exists();
    }
}
