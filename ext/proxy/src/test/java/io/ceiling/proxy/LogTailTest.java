package io.ceiling.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of a log that another process writes. */
class LogTailTest {

    @TempDir
    Path folder;

    private Path file;
    private LogTail log;

    @BeforeEach
    void openLogWithALine() throws IOException {
        file = folder.resolve("error.log");
        Files.writeString(file, "before\n");
        log = new LogTail(file);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    @Test
    void aLineThatIsHalfWrittenComesOnceAndWhole() throws IOException {
        write("first\nworker_connections are ");
        assertThat(log.next()).containsExactly("first");

        write("not enough\n");
        assertThat(log.next()).containsExactly("worker_connections are not enough");
        assertThat(log.next()).isEmpty();
    }

    @Test
    void aShorterFileIsANewLog() throws IOException {
        Files.writeString(file, "new\n");

        assertThat(log.next()).containsExactly("new");
    }
}
