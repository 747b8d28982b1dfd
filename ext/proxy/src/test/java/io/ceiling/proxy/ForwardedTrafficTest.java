package io.ceiling.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.ProcFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForwardedTrafficTest {

    private static final int PROXY = 8080;
    private static final String BEHIND = "0100007F:1F91";

    /** 8080 is the proxy's port, 8081 that of a server, 5432 that of a database. */
    private static List<String[]> rows(String... more) {
        return Stream.concat(
                        Arrays.stream(new String[] {
                            "sl local_address rem_address st tx_queue rx_queue tr tm->when retrnsmt uid timeout inode",
                            row("00000000:1F90", "00000000:0000", "0A", 1),
                            row("0100007F:1F91", "00000000:0000", "0A", 2),
                            row("0100007F:1538", "00000000:0000", "0A", 3)
                        }),
                        Arrays.stream(more))
                .map(ProcFiles::words)
                .toList();
    }

    private static String row(String local, String remote, String state, int inode) {
        return "0: %s %s %s 00000000:00000000 00:00000000 00000000 0 0 %d".formatted(local, remote, state, inode);
    }

    private static String client(int port, String server, String state, int inode) {
        return row("0100007F:%04X".formatted(port), server, state, inode);
    }

    private static String ss(int inode, long bytes) {
        return "0 0 127.0.0.1:50000 127.0.0.1:8081 uid:33 ino:%d sk:1 <-> cubic bytes_sent:%d bytes_acked:1"
                .formatted(inode, bytes);
    }

    private static ForwardedTraffic passed(List<String[]> rows, String... ss) {
        return ForwardedTraffic.of(rows, List.of(ss), Set.of("77", "78"), PROXY);
    }

    @Test
    void aConnectionMoreLeadsToTheServerBehindWhicheverEndHasClosedIt() {
        ForwardedTraffic before = passed(rows(client(50_000, BEHIND, "06", 0)));

        assertThat(passed(rows(client(50_000, BEHIND, "06", 0), client(50_001, BEHIND, "06", 0)))
                        .connectedSince(before))
                .singleElement()
                .hasToString("/127.0.0.1:8081");
        assertThat(passed(rows(client(50_000, BEHIND, "06", 0), row(BEHIND, "0100007F:C352", "06", 0)))
                        .connectedSince(before))
                .singleElement()
                .hasToString("/127.0.0.1:8081");
        assertThat(before.connectedSince(before)).isEmpty();
    }

    @Test
    void aListenerThatGetsManyConnectionsGetsThemFromOthers() {
        String[] many = IntStream.range(50_000, 50_004)
                .mapToObj(port -> client(port, BEHIND, "06", 0))
                .toArray(String[]::new);

        assertThat(passed(rows(many)).connectedSince(passed(rows()))).isEmpty();
        assertThat(passed(rows(many)).anyConnectedSince(passed(rows()))).hasSize(1);
    }

    @Test
    void bytesOfARequestLeadToTheServerBehindAndTheQueryOfADatabaseDoesNot() {
        List<String[]> rows = rows(client(50_000, BEHIND, "01", 77), client(50_001, "0100007F:1538", "01", 78));
        ForwardedTraffic before = passed(rows, ss(77, 500), ss(78, 500));
        ForwardedTraffic after = passed(rows, ss(77, 1_600), ss(78, 900));

        assertThat(after.sentSince(before, 1_000)).singleElement().hasToString("/127.0.0.1:8081");
    }

    @Test
    void bytesOfConnectionsThatHaveEndedAreNotTakenFromThoseOfARequest() {
        List<String[]> rows = rows(client(50_000, BEHIND, "01", 77), client(50_001, BEHIND, "01", 78));
        ForwardedTraffic before = passed(rows, ss(77, 500), ss(78, 5_000));
        ForwardedTraffic after = passed(rows(client(50_000, BEHIND, "01", 77)), ss(77, 1_600));

        assertThat(after.sentSince(before, 1_000)).singleElement().hasToString("/127.0.0.1:8081");
    }

    @Test
    void aConnectionThatEndsWithTheAnswerLeadsToTheServerBehindAsWell() {
        ForwardedTraffic before = passed(rows(client(50_000, BEHIND, "01", 77)));
        ForwardedTraffic after = passed(rows(client(50_000, BEHIND, "06", 0)));

        assertThat(after.connectedSince(before)).singleElement().hasToString("/127.0.0.1:8081");
        assertThat(after.connectedSince(after)).isEmpty();
    }

    @Test
    void whatOtherProcessesSendIsNotOfTheProxy() {
        List<String[]> rows = rows(client(50_000, BEHIND, "01", 99));

        assertThat(passed(rows, ss(99, 90_000)).sentSince(passed(rows, ss(99, 0)), 1_000))
                .isEmpty();
    }

    @Test
    void whatATunnelSendsToAnotherHostLeavesThisOneWhateverListensHere() {
        String remote = "057100CB:1F91";
        List<String[]> rows = rows(row("0200000A:C350", remote, "01", 77), client(50_001, BEHIND, "01", 78));
        ForwardedTraffic before = passed(rows, ss(77, 500), ss(78, 500));
        ForwardedTraffic after = passed(rows, ss(77, 1_600), ss(78, 1_600));

        assertThat(after.sentElsewhereSince(before, 1_000)).singleElement().hasToString("/203.0.113.5:8081");
        assertThat(after.sentSince(before, 1_000)).singleElement().hasToString("/127.0.0.1:8081");
        assertThat(passed(rows, ss(77, 1_400)).sentElsewhereSince(before, 1_000))
                .isEmpty();
    }

    @Test
    void addressesOfBothFamiliesAreRead() {
        assertThat(ForwardedTraffic.address("00000000000000000000000001000000:1F91"))
                .hasValueSatisfying(address -> {
                    assertThat(address.getAddress().isLoopbackAddress()).isTrue();
                    assertThat(address.getPort()).isEqualTo(8081);
                });
        assertThat(ForwardedTraffic.address("0G00007F:1F91")).isEmpty();
    }
}
