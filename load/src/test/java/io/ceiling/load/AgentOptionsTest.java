package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {

    @Test
    void readsWhatTheHarnessPasses() {
        AgentOptions options = AgentOptions.parse(List.of(
                "--cluster=run-1", "--bind=127.0.0.1", "--port=0", "--harness=127.0.0.1:7800", "--exit-on-stdin-eof"));

        assertThat(options.cluster()).isEqualTo("run-1");
        assertThat(options.harness().getPort()).isEqualTo(7800);
        assertThat(options.exitOnStdinEof()).isTrue();
        assertThat(options.loops()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "--cluster=a, --cluster and --harness",
        "--cluster=a --harness=nowhere, expected host:port",
        "--cluster=a --harness=127.0.0.1:99999, expected host:port",
        "--cluster=a --harness=:80, expected host:port",
        "--cluster=a --harness=127.0.0.1:1 --port=70000, '--port must be 0..65535, was ''70000'''",
        "--cluster=a --harness=127.0.0.1:1 --loops=0, --loops must be 1..256",
        "--cluster=a --harness=127.0.0.1:1 --transport=io_uring, --transport must be epoll or nio",
        "--cluster=a --harness=127.0.0.1:1 --colour=red, unknown option --colour=red",
    })
    void namesWhatIsWrong(String line, String message) {
        assertThatThrownBy(() -> AgentOptions.parse(List.of(line.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void flagsFitTheJdk() {
        assertThat(AgentMain.jvmFlags(17, 1 << 26)).contains("-Xmx67108864").noneMatch(f -> f.contains("Compact"));
        assertThat(AgentMain.jvmFlags(25, 1 << 26)).contains("-XX:+UseCompactObjectHeaders");
    }
}
