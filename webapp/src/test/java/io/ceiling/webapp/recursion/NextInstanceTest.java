package io.ceiling.webapp.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.webapp.access.AccessRule;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NextInstanceTest {

    private static final AccessRule LOOPBACK = AccessRule.of("", "");

    @ParameterizedTest
    @CsvSource({"127.0.0.1:8080, 127.0.0.1, 8080", "127.9.0.1:1, 127.9.0.1, 1", "[::1]:65535, 0:0:0:0:0:0:0:1, 65535"})
    void readsAddressAndPort(String text, String address, int port) {
        InetSocketAddress next = Objects.requireNonNull(NextInstance.parse(text, LOOPBACK));

        assertThat(next.getAddress().getHostAddress()).isEqualTo(address);
        assertThat(next.getPort()).isEqualTo(port);
    }

    @Test
    void isNoneUnlessItIsSet() {
        assertThat(NextInstance.parse("", LOOPBACK)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:999999",
                "127.0.0.1:-1", "127.0.0.1:80/ceiling", "localhost:8080", "evil.example:80", "2130706433:80",
                ":8080", "::1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080,127.0.0.1:8081"
            })
    void namesTheTextThatIsNoAddressAndPort(String text) {
        assertThatThrownBy(() -> NextInstance.parse(text, LOOPBACK))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ceiling.recursion.next must be an IP address and a port such as 127.0.0.1:8080 or"
                        + " [::1]:8080, was '" + text + "'");
    }

    @Test
    void isCalledOnlyInANetworkThatMayCallThisServer() {
        assertThatThrownBy(() -> NextInstance.parse("192.0.2.1:8080", LOOPBACK))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ceiling.recursion.next must be in a network of ceiling.allow, was '192.0.2.1:8080'");

        assertThat(NextInstance.parse("192.0.2.1:8080", AccessRule.of("192.0.2.0/24", "")))
                .isNotNull();
    }
}
