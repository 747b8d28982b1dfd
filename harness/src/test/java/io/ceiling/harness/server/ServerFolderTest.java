package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerFolderTest {

    @SuppressWarnings("NullAway.Init")
    private ServerFolder folder;

    @SuppressWarnings("NullAway.Init")
    private Path crash;

    @BeforeEach
    void create() throws Exception {
        folder = ServerFolder.create("ceiling-test-");
        crash = folder.log().resolveSibling("server.log.hs_err");
        Files.writeString(folder.log(), "");
        Files.writeString(folder.gauges(), "");
    }

    @AfterEach
    void delete() throws Exception {
        Files.deleteIfExists(crash);
        if (Files.exists(folder.log())) {
            folder.delete();
        }
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
}
