package io.ceiling.harness.probe;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

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

    @Test
    void aHostThatNobodyKnowsIsToldInWords() {
        assertThatThrownBy(() -> JmxProbe.connect("nowhere.invalid:9010", 0, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "cannot connect to JMX at nowhere.invalid:9010: UnknownHostException: nowhere.invalid");
    }
}
