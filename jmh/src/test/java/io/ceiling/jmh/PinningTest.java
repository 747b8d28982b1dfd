package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinningTest {

    @ParameterizedTest
    @CsvSource({"0-3, 0", "2, 2", "'5,7-9', 5"})
    void takesTheFirstProcessorThatIsAllowed(String allowed, int processor) {
        assertThat(Pinning.firstProcessor(List.of("Name:\tjava", "Cpus_allowed_list:\t" + allowed)))
                .hasValue(processor);
    }

    @Test
    void withoutAListThereIsNone() {
        assertThat(Pinning.firstProcessor(List.of("Cpus_allowed:\tff"))).isEmpty();
        assertThat(Pinning.firstProcessor(List.of("Cpus_allowed_list:\t"))).isEmpty();
    }

    @Test
    void allThreadsOfAProcessMoveToThatProcessor() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        try {
            List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
            int processor = Pinning.firstProcessor(status).orElseThrow();

            int exitCode = new ProcessBuilder(Pinning.command(processor, sleeper.pid()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();

            assertThat(exitCode).isZero();
            assertThat(Files.readAllLines(Path.of("/proc/" + sleeper.pid() + "/status")))
                    .contains("Cpus_allowed_list:\t" + processor);
        } finally {
            sleeper.destroyForcibly();
        }
    }
}
