package io.ceiling.harness.probe;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class JmxProbeTest {

    @Test
    void aPortWhereNobodyListensIsToldInWords() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String address = "127.0.0.1:" + port;

        assertThatThrownBy(() -> JmxProbe.connect(address, 0, false))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot connect to JMX at " + address + ": ConnectException: Connection refused");
    }

    @Test
    void aHostThatNobodyKnowsIsToldInWords() {
        assertThatThrownBy(() -> JmxProbe.connect("nowhere.invalid:9010", 0, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "cannot connect to JMX at nowhere.invalid:9010: UnknownHostException: nowhere.invalid");
    }
}
