package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFolderTest {

    @SuppressWarnings("NullAway.Init")
    private Path parent;

    @SuppressWarnings("NullAway.Init")
    private ServerFolder folder;

    @SuppressWarnings("NullAway.Init")
    private Path crash;

    @BeforeEach
    void create(@TempDir Path parent) throws Exception {
        this.parent = parent;
        folder = ServerFolder.create(parent, "ceiling-test-");
        crash = folder.log().resolveSibling("server.log.hs_err");
        Files.writeString(folder.log(), "");
        Files.writeString(folder.gauges(), "");
    }

    @Test
    void isDeletedWithWhatTheServerWrote() throws Exception {
        folder.delete();

        assertThat(crash.getParent()).doesNotExist();
    }

    @Test
    void isKeptWithItsLogIfAJvmCrashed() throws Exception {
        Files.writeString(crash, "");

        folder.delete();

        assertThat(crash).exists();
        assertThat(folder.log()).exists();
    }

    private String folderName() throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.findFirst().orElseThrow().getFileName().toString();
        }
    }

    @Test
    void whatAKilledHarnessLeftIsDeletedByALaterStart() throws Exception {
        // The folder of this test is locked by this process, so the one of a killed process is made by hand.
        Path left = parent.resolve(folderName() + "left");
        Files.createDirectory(left);
        for (String name : List.of("lock", "server.log", "gauges")) {
            Files.createFile(left.resolve(name));
        }
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(120)));

        ServerFolder.create(parent, "ceiling-test-").delete();

        assertThat(left).doesNotExist();
        assertThat(folder.log()).exists();
    }

    @Test
    void whatIsKeptForTheUserIsNotDeletedByALaterStart() throws Exception {
        folder.keep();
        Files.setLastModifiedTime(
                parent.resolve(folderName()), FileTime.from(Instant.now().minusSeconds(120)));

        ServerFolder.create(parent, "ceiling-test-").delete();

        assertThat(folder.log()).exists();
    }
}
