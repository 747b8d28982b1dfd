package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that take one scenario. */
class OneScenarioCommandsTest extends CommandLineFixture {

    OneScenarioCommandsTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void serveRefusesAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            int exitCode = execute("serve", "--port=" + taken.getLocalPort());

            assertThat(exitCode).isEqualTo(3);
            assertThat(text(err).lines())
                    .singleElement()
                    .asString()
                    .startsWith("ceiling: --port must be free, %d is not: ".formatted(taken.getLocalPort()));
        }
    }

    @Test
    void doctorShowsLimitsAndWhatBindsFirst() {
        assertThat(execute("doctor", "--nofile=1000", "--threads=50")).isZero();

        assertThat(text(out))
                .containsPattern("open files, hard +20000 ")
                .containsPattern("cgroup memory\\.max +none ")
                .contains("with nofile=1000; nothing was started:")
                .containsPattern("hold-blocking .*~50 threads=50 ")
                .containsPattern("hold-async .*~960 nofile=1000 ")
                .contains("ceiling predict (docs/predict.md)");
    }

    @Test
    void doctorAnswersForTheLimitsThatAServerHereTakes() {
        assertThat(execute("doctor")).isZero();

        assertThat(text(out)).contains("with nofile=20000 (the hard limit here); nothing was started:");
    }

    @Test
    void doctorCountsAllServers() {
        assertThat(execute("doctor", "--nofile=1000", "--instances=3")).isZero();

        assertThat(text(out))
                .contains("with nofile=1000 for each of 3 servers; nothing was started:")
                .containsPattern("recursive-async .*~1440 nofile=1000 x3 ")
                .containsPattern("websocket .*~2880 nofile=1000 x3 ");
    }
}
