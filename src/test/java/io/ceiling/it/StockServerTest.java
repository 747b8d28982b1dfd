package io.ceiling.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StockServerTest {

    @TempDir
    Path folder;

    /** The kernel closes the input of the shell however this JVM ends. */
    @Test
    void aServerEndsWithTheInputOfItsShell() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", StockServer.UNTIL_END_OF_INPUT, "sh", "sleep", "600")
                .directory(folder.toFile())
                .start();
        String pid =
                new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.US_ASCII)).readLine();
        ProcessHandle server = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        assertThat(server.isAlive()).isTrue();

        shell.getOutputStream().close();

        server.onExit().get(20, TimeUnit.SECONDS);
        assertThat(shell.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
}
