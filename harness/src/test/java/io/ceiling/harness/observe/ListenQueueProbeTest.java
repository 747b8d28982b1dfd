package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading.ListenQueue;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListenQueueProbeTest {

    private static final String HEADING =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid";

    @TempDir
    Path proc;

    private static String row(String local, String state, String queues) {
        return "   0: %s 00000000:0000 %s %s 00:00000000 00000000     0        0 4711 1"
                .formatted(local, state, queues);
    }

    private Observation waiting() {
        return new ListeningSockets(proc, InetAddress.getLoopbackAddress(), 8080).waiting();
    }

    @Test
    void theQueueIsThatOfThisPortAloneAndOfItsFullestSocket() {
        new CannedFiles(proc)
                .with(
                        "net/tcp",
                        HEADING,
                        row("0100007F:0050", "0A", "00000000:00000200"),
                        row("0100007F:1F90", "0A", "00000000:00000003"),
                        row("0100007F:1F90", "01", "00000000:00000400"))
                .with("net/tcp6", HEADING, row("0".repeat(32) + ":1F90", "0A", "00000000:00000065"));

        assertThat(waiting()).isEqualTo(Observation.of(101));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    void anAddressThatStandsForAllIsThatOfASocketOfAll(String all) throws Exception {
        new CannedFiles(proc).with("net/tcp", HEADING, row("00000000:1F90", "0A", "00000000:00000003"));

        assertThat(new ListeningSockets(proc, InetAddress.getByName(all), 8080).waiting())
                .isEqualTo(Observation.of(3));
    }

    @Test
    void withoutAListeningSocketNothingIsSeen() {
        assertThat(waiting()).isEqualTo(Observation.NOT_SEEN);

        new CannedFiles(proc).with("net/tcp", HEADING, row("0100007F:0050", "0A", "00000000:00000200"));
        assertThat(waiting()).isEqualTo(Observation.NOT_SEEN);
        assertThat(ListenQueueProbe.ofNone().reading()).isEqualTo(ListenQueue.NOT_SEEN);
    }

    @Test
    void theLengthIsTheSmallestSendQueueOfSs() {
        assertThat(ListeningSockets.backlog(List.of(
                        "State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process",
                        "LISTEN 0      128        127.0.0.1:8080      0.0.0.0:*",
                        "LISTEN 3      100             [::]:8080         [::]:*")))
                .isEqualTo(Limit.of(100));
        assertThat(ListeningSockets.backlog(List.of())).isEqualTo(Limit.NOT_SEEN);
    }

    @Property
    void anyTextIsALengthOrNotSeen(@ForAll String text) {
        assertThat(ListeningSockets.backlog(List.of(text, "LISTEN " + text)).orElse(0))
                .isNotNegative();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(60)
    void connectionsThatNobodyAcceptsWaitInTheQueueOfTheirPort() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        List<Socket> clients = new ArrayList<>();
        try (ServerSocket neighbour = new ServerSocket(0, 50, here);
                ServerSocket server = new ServerSocket(0, 50, here)) {
            ListenQueueProbe probe = ListenQueueProbe.ofPort(server.getLocalPort());
            for (int i = 0; i < 4; i++) {
                Socket client = new Socket();
                clients.add(client);
                client.connect(new InetSocketAddress(here, (i == 0 ? server : neighbour).getLocalPort()));
            }

            while (!probe.reading().waiting().isAtLeast(1)) {
                Thread.onSpinWait();
            }
            assertThat(probe.reading().waiting()).isEqualTo(Observation.of(1));
            assertThat(probe.reading().backlog().orElse(50)).isEqualTo(50);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
