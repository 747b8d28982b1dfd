package io.ceiling.hosts.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorLinesTest {

    @TempDir
    Path folder;

    private static ErrorLines of(String text) {
        return new ErrorLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test");
    }

    @Test
    void whatCameBeforeTheFileIsInIt() {
        ErrorLines lines = of("one\n\n  two  \n\n");

        lines.await(10_000);
        assertThat(lines.last()).isEqualTo("two");
        lines.writeTo(folder.resolve("log"));
        assertThat(folder.resolve("log")).hasContent("one\n\n  two  \n\n");
    }

    @Test
    void theLogHasALimitAndTheLastLineIsStillKnown() throws Exception {
        ErrorLines lines = of("line of a log\n".repeat(200_000) + "the last");
        lines.await(10_000);
        assertThat(lines.last()).isEqualTo("the last");

        lines.writeTo(folder.resolve("log"));

        assertThat(Files.size(folder.resolve("log"))).isBetween(1L << 20, (1L << 20) + 10_000);
        assertThat(Files.readString(folder.resolve("log"))).endsWith("the rest is left out: the log has 1 MiB\n");
    }
}
