package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {

    @Test
    void deletesEverythingWhenClosed(@TempDir Path parent) throws IOException {
        try (WorkFolder workFolder = WorkFolder.create(parent)) {
            Files.writeString(
                    Files.createDirectory(workFolder.path().resolve("webapps")).resolve("a.txt"), "text");
        }

        assertThat(parent).isEmptyDirectory();
    }
}
