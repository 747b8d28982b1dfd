package io.ceiling.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ToolProcessTest {

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(console, true, StandardCharsets.UTF_8);

    private String printed() {
        return console.toString(StandardCharsets.UTF_8);
    }

    private static void awaitEnd(ToolProcess tool) throws InterruptedException {
        while (tool.isRunning()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    @Timeout(60)
    void itsOutputGoesToTheConsoleAndToTheFile(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("tool.log");
        try (ToolProcess tool = ToolProcess.start(List.of("sh", "-c", "echo one; echo two >&2; exit 7"), log, out)) {
            awaitEnd(tool);

            assertThat(tool.exitCode()).isEqualTo(7);
            assertThat(tool.output().lastLine()).isEqualTo("two");
        }
        assertThat(printed()).isEqualTo("one\ntwo\n");
        assertThat(Files.readString(log)).isEqualTo(printed());
    }

    @Test
    @Timeout(60)
    void closingEndsWhatItStarted(@TempDir Path folder) throws Exception {
        ToolProcess tool =
                ToolProcess.start(List.of("sh", "-c", "sleep 600 & echo $!; wait"), folder.resolve("tool.log"), out);
        while (!printed().endsWith("\n")) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        ProcessHandle child =
                ProcessHandle.of(Long.parseLong(printed().strip())).orElseThrow();

        tool.close();

        assertThat(tool.isRunning()).isFalse();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ToolProcess.requireFound("no-such-tool"))
                .isInstanceOf(LoadToolException.class)
                .hasMessage(
                        "the load tool must be a program that can be started, was 'no-such-tool', which is not found in PATH");
        assertThatThrownBy(() -> ToolProcess.requireFound("./no-such-tool"))
                .hasMessageContaining("which is not an executable file");
    }

    @Test
    void aLineOfTheWatchNeverContinuesALineOfTheTool() throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        ToolOutput output = new ToolOutput(out, log);
        output.pass(new ByteArrayInputStream("half".getBytes(StandardCharsets.UTF_8)));

        output.println("met");
        output.println("again");

        assertThat(printed().lines()).containsExactly("half", "met", "again");
        assertThat(log.toString(StandardCharsets.UTF_8)).isEqualTo("half");
    }

    @Test
    void theLastLineIsFoundBehindMoreOutputThanIsKept() throws IOException {
        ToolOutput output = new ToolOutput(out, new ByteArrayOutputStream());
        for (int i = 0; i < 1000; i++) {
            output.pass(new ByteArrayInputStream("line %d\n\n".formatted(i).getBytes(StandardCharsets.UTF_8)));
        }

        assertThat(output.lastLine()).isEqualTo("line 999");
    }
}
