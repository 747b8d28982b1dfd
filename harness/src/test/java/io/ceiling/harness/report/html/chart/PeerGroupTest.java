package io.ceiling.harness.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.Spread;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerGroupTest {

    private static CsvRow row(String container, int fork, int connections, String factor, String... more) {
        return Cells.with(
                Rows.reached(
                        "%s-%s-fork%d".formatted(container, factor, fork),
                        connections,
                        factor,
                        "container=" + container,
                        "fork=" + fork,
                        "reference=" + container.equals("netty")),
                more);
    }

    @Test
    void aRunOfServletContainersAloneHasNone() {
        assertThat(PeerGroup.of(List.of(row("tomcat", 1, 100, "server-heap")))).isEmpty();
    }

    @Test
    void forksAreOneRowWithTheirSpreadEvenIfTheirLimitsDiffer() {
        List<PeerGroup> groups = PeerGroup.of(List.of(
                row("netty", 1, 300, "server-heap", "pss_bytes_per_connection=3000 pss_bytes_per_connection_se=1"),
                row("netty", 2, 100, "server-cpu", "pss_bytes_per_connection=1000 pss_bytes_per_connection_se=1"),
                // A slope of two points has no error, and is left out.
                row("netty", 3, 200, "server-heap", "pss_bytes_per_connection=9000"),
                row("tomcat", 1, 50, "server-threads")));

        assertThat(groups).singleElement().satisfies(group -> {
            assertThat(group.title()).isEqualTo("websocket");
            assertThat(group.pushes()).isFalse();
            assertThat(group.rows()).extracting(PeerGroup.PeerRow::label).containsExactly("Netty", "Tomcat");
            assertThat(group.rows()).extracting(PeerGroup.PeerRow::reference).containsExactly(true, false);
            PeerGroup.PeerRow netty = group.rows().get(0);
            assertThat(netty.factors()).containsExactly("server-heap", "server-cpu");
            assertThat(netty.figures().connections()).isEqualTo(new Spread(200, 100, 300, 3));
            assertThat(netty.figures().pssBytes()).isEqualTo(new Spread(1000, 1000, 3000, 2));
            assertThat(netty.pushed().messagesPerSecond()).isNull();
        });
    }

    @Test
    void aRowThatSaysNothingOfTheServerHasNoConnections() {
        List<PeerGroup> groups =
                PeerGroup.of(List.of(row("netty", 1, 300, "load-cpu", "verdict=invalid passed_connections=250")));

        assertThat(groups.get(0).rows().get(0).figures().connections()).isNull();
        assertThat(groups.get(0).rows().get(0).verdicts()).containsExactly("invalid");
    }

    @Test
    void aSkippedRowIsLeftOut() {
        List<PeerGroup> groups = PeerGroup.of(List.of(
                row("netty", 1, 300, "server-heap"), row("tomcat", 1, 0, "", "verdict=skipped reference=false")));

        assertThat(groups.get(0).rows()).extracting(PeerGroup.PeerRow::label).containsExactly("Netty");
    }

    @Test
    void eachPublishedRowNamesAServerThatIsMeasuredOrNone() {
        assertThat(PeerGroup.of(List.of(row("netty", 1, 300, "server-heap", "workload=broadcast")))
                        .get(0)
                        .published())
                .extracting(Published::standsFor)
                .containsExactly("jetty", "netty", "node", "vertx");
    }
}
