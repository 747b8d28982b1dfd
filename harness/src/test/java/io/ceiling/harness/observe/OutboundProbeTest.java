package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OutboundProbeTest {

    private static String socket(int inode, int sent, int received, int lastSent, int lastReceived) {
        return "0 0 127.0.0.1:47626 127.0.0.1:48419 ino:%d sk:1 <-> data_segs_out:%d data_segs_in:%d lastsnd:%d lastrcv:%d"
                .formatted(inode, sent, received, lastSent, lastReceived);
    }

    @Test
    void aConnectionAwaitsAnAnswerIfItSentLaterThanItReceived() {
        assertThat(OutboundProbe.awaiting(List.of(
                        socket(15, 3, 9, 30, 300),
                        socket(16, 9, 3, 300, 30),
                        "0 0 127.0.0.1:47629 127.0.0.1:48419 ino:18 sk:4 <-> lastsnd:5 lastrcv:5")))
                .isEqualTo(Map.of(15L, true, 16L, false, 18L, false));
    }

    @Test
    void ofOneTickTheSegmentsDecide() {
        assertThat(OutboundProbe.awaiting(List.of(socket(15, 8, 7, 120, 120), socket(16, 7, 7, 120, 122))))
                .isEqualTo(Map.of(15L, true, 16L, false));
    }

    @Test
    void theClientOfAUnixSocketHasThePathOfItsPeer() {
        List<String> lines = List.of(
                "u_str ESTAB 0 0 /run/db.sock 157723 * 157722",
                "u_str ESTAB 0 0 * 157722 * 157723",
                "u_str ESTAB 0 0 * 110995 * 0");

        assertThat(OutboundProbe.paths(lines)).isEqualTo(Map.of(157_722L, "/run/db.sock"));
    }

    @Property
    void anyTextIsRead(@ForAll List<String> lines) {
        assertThat(OutboundProbe.awaiting(lines)).isNotNull();
        assertThat(OutboundProbe.paths(lines)).isNotNull();
    }

    /** This process has two connections to a server of its own: the ends of the server are not outbound. */
    @Test
    void connectionsToAnotherAreCountedByItsAddress() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket two = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket first = server.accept();
                Socket second = server.accept()) {
            assertThat(List.of(one, two, first, second)).allMatch(Socket::isConnected);

            assertThat(OutboundProbe.reading(List.of(ProcessHandle.current().pid()))
                            .remotes())
                    .hasEntrySatisfying(
                            "127.0.0.1:" + server.getLocalPort(),
                            connections -> assertThat(connections.open()).isEqualTo(2));
        }
    }

    /** A router and its workers are one server: what goes from one to the other leaves it nowhere. */
    @Test
    void aConnectionBetweenTwoProcessesOfTheServerIsNotOutbound() throws IOException {
        try (ServerSocket worker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Process router = new ProcessBuilder(
                            "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$0; read -r line", "" + worker.getLocalPort())
                    .start();
            try (Socket request = worker.accept()) {
                String address = "127.0.0.1:" + worker.getLocalPort();

                assertThat(request.isConnected()).isTrue();
                assertThat(OutboundProbe.reading(List.of(router.pid())).remotes())
                        .containsKey(address);
                assertThat(OutboundProbe.reading(List.of(ProcessHandle.current().pid(), router.pid()))
                                .remotes())
                        .doesNotContainKey(address);
            } finally {
                router.destroyForcibly();
            }
        }
    }
}
