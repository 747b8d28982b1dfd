package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmxProbeTest {

    @Test
    void aPortWhereNobodyListensIsToldInWords() throws IOException {
        // Bound, so that nobody else is given it, and nobody listens on it.
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "127.0.0.1:" + bound.getLocalPort();

            assertThatThrownBy(() -> JmxProbe.connect(address, 0, false))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot connect to JMX at " + address + ": ConnectException: Connection refused");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "service:jmx:rmi:///jndi/rmi://127.0.0.1:1099/jmxrmi",
                "service:jmx:rmi:///jndi/ldap://evil.example/x",
                "service:jmx:rmi://192.0.2.1/stub/rO0ABX",
                "service:jmx:rmi://127.0.0.1.evil.example/stub/rO0ABX",
                "service:jmx:rmi://127.0.0.1/stub/rO0ABX\n/jndi/",
                "service:jmx:iiop://127.0.0.1/stub/rO0ABX",
                ""
            })
    void anAddressThatIsToBeLookedUpIsRefused(String address) {
        assertThatThrownBy(() -> JmxProbe.requireLocalStub(address))
                .isInstanceOf(IOException.class)
                .hasMessage("the JVM answers an address that is not its own agent on loopback");
    }

    @Test
    void theAddressOfAJvmsOwnAgentIsTaken() throws IOException {
        String address = "service:jmx:rmi://127.0.0.1/stub/rO0ABXN9AAAAAQ+/==";

        assertThat(JmxProbe.requireLocalStub(address)).isEqualTo(address);
    }

    @Test
    void aHostThatNobodyKnowsIsToldInWords() {
        assertThatThrownBy(() -> JmxProbe.connect("nowhere.invalid:9010", 0, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "cannot connect to JMX at nowhere.invalid:9010: UnknownHostException: nowhere.invalid");
    }
}
