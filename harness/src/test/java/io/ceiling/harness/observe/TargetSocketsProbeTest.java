package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.Scratch;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.TargetSockets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetSocketsProbeTest {

    private static final String HEADING = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt";

    /** Port 8080, which is 1F90, of 127.0.0.1; the inode of a connection that nobody has accepted is 0. */
    private static String row(String local, String remote, String state, String unread, int inode) {
        return "   0: %s %s %s 00000000:%s 00:00000000 00000000     0        0 %d 1"
                .formatted(local, remote, state, unread, inode);
    }

    private static TargetSocketsProbe probe(Path proc) {
        return new TargetSocketsProbe(proc, InetAddress.getLoopbackAddress(), 8080);
    }

    @Test
    void tellsAcceptedFromWaitingAndUnread(@TempDir Path proc) throws IOException {
        new CannedFiles(proc)
                .with(
                        "net/tcp",
                        HEADING,
                        row("0100007F:9C40", "0100007F:1F90", "01", "00000000", 11),
                        row("0100007F:9C41", "0100007F:1F90", "01", "00000000", 12),
                        row("0100007F:9C42", "0100007F:1F90", "02", "00000000", 13),
                        row("0100007F:9C43", "0100007F:1F90", "06", "00000000", 0),
                        // The same port of another host is another server.
                        row("0100007F:9C44", "0200007F:1F90", "01", "00000000", 15),
                        row("0100007F:9C45", "0100007F:0050", "01", "00000000", 16))
                .with(
                        "net/tcp6",
                        HEADING,
                        row("00000000000000000000000000000000:1F90", "0".repeat(32) + ":0000", "0A", "00000002", 20),
                        row(
                                "0000000000000000FFFF00000100007F:1F90",
                                "0000000000000000FFFF00000100007F:9C40",
                                "01",
                                "00000010",
                                21),
                        row(
                                "0000000000000000FFFF00000100007F:1F90",
                                "0000000000000000FFFF00000100007F:9C41",
                                "01",
                                "00000010",
                                0));

        TargetSockets sockets = probe(proc).reading();

        assertThat(sockets.server())
                .isEqualTo(new TargetSockets.ServerSockets(Observation.of(1), Observation.of(1), Observation.of(1)));
        assertThat(sockets.client())
                .isEqualTo(new TargetSockets.ClientSockets(Observation.of(1), Observation.of(2), Observation.of(4)));
        assertThat(sockets.connections()).isEqualTo(3);
        assertThat(sockets.unserved()).isEqualTo(3);
    }

    @Test
    void theServersSideOfAnotherHostIsNotSeen(@TempDir Path proc) throws IOException {
        new CannedFiles(proc).with("net/tcp", HEADING, row("0100007F:9C40", "0100007F:1F90", "01", "00000000", 11));

        assertThat(probe(proc).reading().server()).isEqualTo(TargetSockets.ServerSockets.NOT_SEEN);
        assertThat(probe(proc.resolve("none")).reading()).isEqualTo(TargetSockets.NOT_SEEN);
    }

    @Property(tries = 200)
    void anyTextIsReadWithoutAnError(@ForAll @Size(max = 5) List<String> lines, @ForAll short unread)
            throws IOException {
        try (Scratch scratch = new Scratch()) {
            new CannedFiles(scratch.folder())
                    .with("net/tcp", lines.toArray(String[]::new))
                    .with("net/tcp6", HEADING, row(":1F90", "x:1F90", "01", Integer.toHexString(unread), 3));

            assertThatCode(() -> probe(scratch.folder()).reading()).doesNotThrowAnyException();
        }
    }

    @Test
    void aConnectionOfThisHostWaitsUntilItIsAccepted() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 5, loopback);
                Socket client = new Socket(loopback, server.getLocalPort())) {
            TargetSocketsProbe probe = new TargetSocketsProbe(loopback, server.getLocalPort());
            assertThat(client.isConnected()).isTrue();
            assertThat(probe.reading().server().waiting()).isEqualTo(Observation.of(1));

            try (Socket accepted = server.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                assertThat(probe.reading().server().accepted()).isEqualTo(Observation.of(1));
                assertThat(probe.reading().server().waiting()).isEqualTo(Observation.of(0));
            }
        }
    }
}
