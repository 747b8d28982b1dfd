package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReservedPortsTest {

    @Test
    void everyInstanceCallsTheNextAndTheLastTheFirst() {
        try (ReservedPorts ports = ReservedPorts.reserve(3)) {
            List<ServerPlace> places =
                    IntStream.range(0, 3).mapToObj(ports::inRing).toList();

            assertThat(places)
                    .extracting(ServerPlace::port)
                    .doesNotHaveDuplicates()
                    .allMatch(port -> port > 0);
            for (int i = 0; i < 3; i++) {
                assertThat(places.get(i).nextInstance())
                        .isEqualTo("127.0.0.1:" + places.get((i + 1) % 3).port());
            }
        }
    }

    @Test
    void aServerCanListenOnAReservedPortAndKeepsIt() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            int port;
            try (ReservedPorts ports = ReservedPorts.reserve(1)) {
                port = ports.inRing(0).port();
                // The address that is reserved: on another one somebody else may have the same port.
                server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }

            assertThatThrownBy(() -> new ServerSocket(port)).isInstanceOf(BindException.class);
        }
    }

    @Test
    void nobodyWhoAsksForAnyPortIsGivenAReservedOne() throws IOException {
        try (ReservedPorts ports = ReservedPorts.reserve(1)) {
            int reserved = ports.inRing(0).port();

            for (int i = 0; i < 500; i++) {
                try (ServerSocket any = new ServerSocket(0)) {
                    assertThat(any.getLocalPort()).isNotEqualTo(reserved);
                }
            }
        }
    }

    @Test
    void aPortIsFreeAgainAfterwards() throws IOException {
        ReservedPorts ports = ReservedPorts.reserve(1);
        ports.close();

        try (ServerSocket server = new ServerSocket(ports.inRing(0).port())) {
            assertThat(server.isBound()).isTrue();
        }
    }
}
