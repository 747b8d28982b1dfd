package io.ceiling.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ToolOutputTest {

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();

    private ToolOutput passed(OutputStream log, String text) throws IOException {
        ToolOutput output = new ToolOutput(new PrintStream(console, true, StandardCharsets.UTF_8), log);
        output.pass(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return output;
    }

    @Test
    void whatTheToolPrintsGoesToConsoleAndFile() throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();

        ToolOutput output = passed(log, "requests: 7\nlatency: 3 ms\n\n");

        assertThat(log).hasToString("requests: 7\nlatency: 3 ms\n\n");
        assertThat(console).hasToString(log.toString(StandardCharsets.UTF_8));
        assertThat(output.lastLine()).isEqualTo("latency: 3 ms");
    }

    @Test
    void isReadOnWhenTheDiskIsFullSinceTheToolWouldStopOtherwise() throws IOException {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        ToolOutput output = passed(full, "a line\n".repeat(10_000) + "the last\n");

        assertThat(output.lastLine()).isEqualTo("the last");
        assertThat(console.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("tool.log"))
                .containsExactly(
                        "tool.log cannot be written any further, the load and the watch go on: No space left on device");
    }

    @Test
    void aLongLastLineIsCut() throws IOException {
        assertThat(passed(OutputStream.nullOutputStream(), "x".repeat(3_000)).lastLine())
                .hasSize(300);
    }
}
