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
                .contains("with nofile=1000 heap=6144m (a quarter of the memory); an estimate, nothing was started:")
                .containsPattern("hold-blocking .*~50 .*threads=50 ")
                .containsPattern("hold-async .*~97\\d \\(\\d+..\\d+\\) nofile=1000 \\[\\d+]")
                .containsPattern(
                        "\n  \\[\\d+] descriptors: 25 without a connection, 1 more with each; \\d+ servers of results/reference: quick-tomcat");
    }

    @Test
    void doctorAnswersForTheLimitsThatAServerHereTakes() {
        assertThat(execute("doctor")).isZero();

        assertThat(text(out))
                .contains("with nofile=20000 (the hard limit here) heap=6144m (a quarter of the memory); an estimate,");
    }

    @Test
    void doctorTakesCostsOfARunOfYours(@TempDir Path folder) {
        assertThat(execute("doctor", "--heap=64m", "--from=../results/reference/tls"))
                .as(text(err))
                .isZero();
        assertThat(text(out)).containsPattern("heap: .*; 1 server of /.*results/reference/tls");
        assertThat(execute("doctor", "--from=" + folder)).isEqualTo(2);
        assertThat(text(err))
                .contains(
                        "--from must be the folder of a run with rows of servers that it started, of the releases of this build, was '");
    }

    @Test
    void doctorCountsAllServers() {
        assertThat(execute("doctor", "--nofile=1000", "--instances=3")).isZero();

        assertThat(text(out))
                .contains(
                        "with nofile=1000 heap=6144m (a quarter of the memory) for each of 3 servers; an estimate, nothing was started:")
                .containsPattern("recursive-async .*~14[56]\\d .*nofile=1000 x3 ")
                .containsPattern("websocket .*~29[123]\\d .*nofile=1000 x3 ");
    }
}
