package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.management.ThreadMXBean;
import io.ceiling.harness.observe.TargetSocketsProbe;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.TargetSockets;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a host with two hundred thousand sockets: a server at port 8080 and its clients, which have one address. */
class TcpTableTest {

    private static final int CONNECTIONS = 100_000;
    private static final long FEW_BYTES = 2 << 20;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @TempDir
    Path proc;

    private int rowsRead;

    @BeforeEach
    void aBusyHost() throws IOException {
        Files.createDirectories(proc.resolve("net"));
        try (BufferedWriter table = Files.newBufferedWriter(proc.resolve("net/tcp"), StandardCharsets.US_ASCII)) {
            table.write(
                    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n");
            row(table, 0, "0100007F:1F90", "00000000:0000", "0A", 77);
            for (int i = 1; i <= CONNECTIONS; i++) {
                String client = "0100007F:%04X".formatted(10_000 + i % 50_000);
                row(table, 2 * i, "0100007F:1F90", client, "01", i);
                row(table, 2 * i + 1, client, "0100007F:1F90", "01", CONNECTIONS + i);
            }
        }
    }

    private static void row(BufferedWriter table, int number, String local, String remote, String state, int inode)
            throws IOException {
        table.write(
                "%4d: %s %s %s 00000000:00000000 00:00000000 00000000  1000        0 %d 1 0000000000000000 20 4 30 10 -1%n"
                        .formatted(number, local, remote, state, inode));
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void connectionsAreCountedWithoutGarbageForEachRow() {
        ListeningSockets server = new ListeningSockets(proc, LOOPBACK, 8080);
        long counted = server.connections();
        long before = allocated();

        counted += server.connections();

        assertThat(allocated() - before).isLessThan(FEW_BYTES);
        assertThat(counted).isEqualTo(2L * CONNECTIONS);
    }

    @Test
    void bothEndsAreCountedWithoutGarbageForEachRow() {
        TargetSocketsProbe probe = new TargetSocketsProbe(proc, LOOPBACK, 8080);
        TargetSockets ignored = probe.reading();
        long before = allocated();

        TargetSockets sockets = probe.reading();

        assertThat(allocated() - before).isLessThan(FEW_BYTES);
        assertThat(sockets.server().accepted()).isEqualTo(Observation.of(CONNECTIONS));
        assertThat(sockets.client().open()).isEqualTo(Observation.of(CONNECTIONS));
    }

    @Test
    void thatAServerHasAnyConnectionsIsSeenInAFewRows() throws IOException {
        ListeningSockets server = new ListeningSockets(proc, LOOPBACK, 8080);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        long all = server.connections();
        long counted = threads.getCurrentThreadCpuTime();

        for (int i = 0; i < 10; i++) {
            assertThat(server.hasConnections(1)).isTrue();
        }

        assertThat(threads.getCurrentThreadCpuTime() - counted).isLessThan(counted - begin);
        assertThat(server.hasConnections(all)).isTrue();
        assertThat(server.hasConnections(all + 1)).isFalse();
    }

    @Test
    void connectionsOfBothTablesAreTakenTogether() throws IOException {
        new CannedFiles(proc)
                .with(
                        "net/tcp6",
                        "  sl  local_address",
                        "   0: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000001000000:9C40 01"
                                + " 00000000:00000000 00:00000000 00000000     0        0 4711 1 x");
        ListeningSockets server = new ListeningSockets(proc, LOOPBACK, 8080);

        assertThat(server.hasConnections(CONNECTIONS + 1)).isTrue();
        assertThat(server.hasConnections(CONNECTIONS + 1)).isTrue();
        assertThat(server.hasConnections(CONNECTIONS + 2)).isFalse();
    }

    @Test
    void bothHopsOfAProxyAreCountedInOneWalk() {
        TargetSocketsProbe server = new TargetSocketsProbe(proc, LOOPBACK, 8080);
        TargetSocketsProbe other = new TargetSocketsProbe(proc, LOOPBACK, 10_001);

        List<TargetSockets> both = TargetSocketsProbe.readings(server, other);

        assertThat(both).containsExactly(server.reading(), other.reading());
    }

    @Test
    void theRestOfATableIsNotReadOnceItsReaderKnowsEnough() {
        boolean there = TcpTable.read(proc, TcpTable.FILES, row -> {
            rowsRead++;
            return row.state() == TcpTable.LISTEN;
        });

        assertThat(there).isTrue();
        assertThat(rowsRead).isEqualTo(2);
    }

    @Test
    void anAddressOfIpv4IsTheSameInBothTables() throws IOException {
        new CannedFiles(proc)
                .with(
                        "net/tcp6",
                        "  sl  local_address",
                        "   0: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000001000000:9C40 08"
                                + " 0000001A:0000FFFF 04:000000C8 00000000     0        0 4711 1 x");
        List<String> seen = new ArrayList<>();

        boolean there = TcpTable.read(proc, List.of("net/tcp6"), row -> {
            seen.add("%s:%d %s:%d %d %d %d %s %d"
                    .formatted(
                            row.localAddress(),
                            row.localPort(),
                            row.remoteAddress(),
                            row.remotePort(),
                            row.state(),
                            row.unsent(),
                            row.received(),
                            row.probesClosedWindow(),
                            row.inode()));
            return true;
        });

        assertThat(there).isTrue();
        assertThat(seen).containsExactly("0100007F:8080 00000000000000000000000001000000:40000 8 26 65535 true 4711");
    }

    @Test
    void aTableThatIsNotThereHasNoRows() {
        assertThat(TcpTable.read(proc.resolve("none"), TcpTable.FILES, row -> true))
                .isFalse();
    }

    @Property(tries = 200)
    void anyBytesAreReadWithoutAnError(@ForAll byte[] bytes) throws IOException {
        try (Scratch scratch = new Scratch()) {
            Files.createDirectories(scratch.folder().resolve("net"));
            byte[] text = "heading\n".repeat(2).getBytes(StandardCharsets.US_ASCII);
            byte[] all = new byte[text.length + bytes.length + 70_000];
            System.arraycopy(text, 0, all, 0, text.length);
            System.arraycopy(bytes, 0, all, text.length, bytes.length);
            Files.write(scratch.folder().resolve("net/tcp"), all);

            assertThatCode(() -> TcpTable.read(
                            scratch.folder(),
                            TcpTable.FILES,
                            row -> (row.localAddress() + row.localPort() + row.received() + row.inode()).length() > 0))
                    .doesNotThrowAnyException();
        }
    }
}
