package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.socket.Transport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {

    @Test
    void readsWhatTheHarnessPasses() {
        AgentOptions options = AgentOptions.parse(List.of("--loops=3", "--transport=nio", "--pause-ms=20"));

        assertThat(options).isEqualTo(new AgentOptions(3, Transport.NIO, 20));
        assertThat(AgentOptions.parse(List.of()).loops()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "--loops=0, '--loops must be 1..256, was ''0'''",
        "--pause-ms=0, '--pause-ms must be 1..1000, was ''0'''",
        "--loops=many, '--loops must be 1..256, was ''many'''",
        "--transport=io_uring, --transport must be epoll or nio",
        "--colour=red, unknown option --colour=red",
    })
    void namesWhatIsWrong(String argument, String message) {
        assertThatThrownBy(() -> AgentOptions.parse(List.of(argument)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void flagsFitTheJdk() {
        assertThat(AgentMain.jvmFlags(17, 1 << 26)).contains("-Xmx67108864").noneMatch(f -> f.contains("Compact"));
        assertThat(AgentMain.jvmFlags(25, 1 << 26)).contains("-XX:+UseCompactObjectHeaders");
    }
}
