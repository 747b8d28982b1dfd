package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no number of connections that a server can hold: one that is stuck, and places that others have taken. */
@Tag("waiting")
class StuckIT {

    private static final int PLACES = 40;
    private static final int OF_OTHERS = 30;

    @TempDir
    Path folder;

    @Tag("all")
    @Test
    void aServerThatGivesNoPermitBackIsStuck() throws Exception {
        NamedCsvRecord row = probed(10_000, true, 0);

        assertThat(row.getField("limiting_factor")).as(row.getField("why")).isEqualTo("server-stuck");
        assertThat(row.getField("verdict")).isEqualTo("at-least");
        assertThat(row.getField("why"))
                .contains("serves nobody", "in Semaphore.acquire called by StuckApplication.serve");
    }

    @Test
    void placesThatOthersHaveTakenAreCountedInTheLimit() throws Exception {
        NamedCsvRecord row = probed(PLACES, false, OF_OTHERS);

        assertThat(row.getField("limiting_factor")).as(row.getField("evidence")).isEqualTo("server-max-connections");
        assertThat(Probing.ceiling(row)).isEqualTo(PLACES - OF_OTHERS);
        assertThat(row.getField("evidence")).contains(OF_OTHERS + " of the ", "are not of this probe");
    }

    private NamedCsvRecord probed(int connections, boolean forgets, int ofOthers) throws Exception {
        List<Socket> others = new ArrayList<>();
        try (OtherJvm server =
                OtherJvm.start(StuckApplication.class, Integer.toString(connections), Boolean.toString(forgets))) {
            for (int i = 0; i < ofOthers; i++) {
                others.add(connected(server.port()));
            }
            // In a process of its own: what this one has is of others.
            List<NamedCsvRecord> rows =
                    new Probing(folder).rows(List.of(), server.url(), "--get=/", "--slo=500ms", "--cap=1000");
            assertThat(rows).hasSize(1);
            return rows.get(0);
        } finally {
            for (Socket other : others) {
                other.close();
            }
        }
    }

    private static Socket connected(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }
}
