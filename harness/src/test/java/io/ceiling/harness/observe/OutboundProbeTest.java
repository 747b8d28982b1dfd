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

    private static final String SENT =
            "0 0 127.0.0.1:47626 127.0.0.1:48419 ino:15 sk:1 <-> bytes_sent:20 bytes_received:9"
                    + " lastsnd:30 lastrcv:300 lastack:30";
    private static final String ANSWERED = "0 0 127.0.0.1:47627 127.0.0.1:48419 ino:16 sk:2 <-> bytes_sent:20"
            + " bytes_received:9 lastsnd:300 lastrcv:30 lastack:30";
    private static final String FIRST =
            "0 0 127.0.0.1:47628 127.0.0.1:48419 ino:17 sk:3 <-> bytes_sent:2 lastsnd:324" + " lastrcv:324 lastack:324";
    private static final String FRESH = "0 0 127.0.0.1:47629 127.0.0.1:48419 ino:18 sk:4 <-> lastsnd:5 lastrcv:5";

    @Test
    void aConnectionAwaitsAnAnswerIfItSentLaterThanItReceived() {
        assertThat(OutboundProbe.awaiting(List.of(SENT, ANSWERED, FIRST, FRESH)))
                .isEqualTo(Map.of(15L, true, 16L, false, 17L, true, 18L, false));
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
}
