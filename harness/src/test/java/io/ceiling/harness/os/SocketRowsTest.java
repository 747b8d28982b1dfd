package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.SocketRows.Segments;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.TargetSockets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SocketRowsTest {

    private static final List<String> TEXT = List.of(
            "LISTEN     2      100    [::ffff:127.0.0.1]:8080   *:*   ino:5622766 sk:11e0 cgroup:/ v6only:0 <->",
            "\t cubic cwnd:10",
            "ESTAB      0      0      [::ffff:127.0.0.1]:8080   [::ffff:127.0.0.1]:44748 ino:5622801 sk:11e1 cgroup:/"
                    + " <->",
            "\t ts sack cubic bytes_received:27 data_segs_out:3 data_segs_in:3 lastsnd:4",
            "ESTAB      27     0      [::ffff:127.0.0.1]:8080   [::ffff:127.0.0.1]:44749 ino:5622802 sk:11e1 cgroup:/"
                    + " <->",
            "\t ts sack cubic data_segs_in:1",
            "ESTAB      27     0      [::ffff:127.0.0.1]:8080   [::ffff:127.0.0.1]:44750 ino:0 sk:11e3",
            "\t ts sack cubic data_segs_in:1",
            "ESTAB      0      0      127.0.0.1:44748 127.0.0.1:8080 ino:5623862 sk:11e4 cgroup:/ -->",
            "\t ts sack cubic bytes_sent:81 segs_out:8 segs_in:7 data_segs_out:3 data_segs_in:3 lastrcv:4",
            "ESTAB      0      0      127.0.0.1:44749 127.0.0.1:8080 ino:5623863 sk:11e5 cgroup:/ -->",
            "\t ts sack cubic bytes_sent:27 segs_out:3 segs_in:1 data_segs_out:1 lastsnd:304",
            "ESTAB      0      0      127.0.0.1:44750 127.0.0.1:8080 ino:5623864 sk:11e6 cgroup:/ -->",
            "\t ts sack cubic data_segs_out:1",
            "SYN-SENT   0      1      127.0.0.1:44751 127.0.0.1:8080 ino:5623865 sk:11e7 cgroup:/ -->",
            "\t cubic cwnd:1",
            "TIME-WAIT  0      0      127.0.0.1:44752 127.0.0.1:8080 timer:(timewait,59sec,0) ino:0 sk:11e8",
            "\t      ");

    @Test
    void tellsAcceptedFromWaitingAndUnread() {
        assertThat(SocketRows.parse(TEXT, 8080).sockets())
                .isEqualTo(new TargetSockets(
                        new TargetSockets.ServerSockets(Observation.of(2), Observation.of(1), Observation.of(1)),
                        new TargetSockets.ClientSockets(Observation.of(1), Observation.of(3), Observation.of(5))));
    }

    @Test
    void countsTheSegmentsOfOpenConnectionsOfClients() {
        assertThat(SocketRows.parse(TEXT, 8080).clients())
                .containsOnlyKeys("127.0.0.1:44748", "127.0.0.1:44749", "127.0.0.1:44750")
                .containsEntry("127.0.0.1:44748", new Segments(3, 3))
                .containsEntry("127.0.0.1:44749", new Segments(1, 0));
    }

    @Test
    void aServerThatDoesNotListenHereIsNotSeen() {
        assertThat(SocketRows.parse(TEXT.subList(8, 10), 8080).sockets().server())
                .isEqualTo(TargetSockets.ServerSockets.NOT_SEEN);
    }

    @Property(tries = 200)
    void readsAnyText(@ForAll List<String> lines) {
        assertThat(SocketRows.parse(lines, 8080).clients().values())
                .allSatisfy(segments -> assertThat(segments.sent()).isNotNegative());
    }
}
