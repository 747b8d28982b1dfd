package io.ceiling.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProxyProcessesTest {

    /** A JVM that waits for the end of its standard input. */
    static final class Waiting {
        public static void main(String[] arguments) throws IOException {
            System.out.println("ready");
            int ignored = System.in.read();
        }
    }

    @Test
    void aJvmThatAnotherHasStartedIsNoWorkerOfIt() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waiting.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(child.inputReader(StandardCharsets.US_ASCII).readLine()).isEqualTo("ready");

            ProxyProcesses processes = ProxyProcesses.of(Path.of("/proc"), child.pid());

            assertThat(processes).isEqualTo(new ProxyProcesses("java", child.pid(), List.of(child.pid()), 0));
        } finally {
            child.destroy();
            int ignored = child.waitFor();
        }
    }
}
