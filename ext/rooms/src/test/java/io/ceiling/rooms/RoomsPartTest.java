package io.ceiling.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RoomsPartTest {

    private static List<CsvRow> rows(String run) {
        return CsvTable.read(Path.of("..", "..", "results", "reference", run), RoomsCsv.FILE)
                .rows();
    }

    @Test
    void roomsAreBubbles() {
        List<Bubble> bubbles = Bubble.of(rows("rooms-tomcat"));

        assertThat(bubbles).hasSize(62);
        assertThat(bubbles.stream().filter(Bubble::passed)).hasSize(42);
    }

    @Test
    void roomsOfSeveralServersHaveTheirKneesAndWhatWasPublished() {
        assertThat(RoomsServers.of(rows("rooms-tomcat"))).isNull();
        RoomsServers servers = Objects.requireNonNull(RoomsServers.of(rows("rooms-servers")));
        assertThat(servers.knees())
                .extracting(knee -> knee.server() + " " + knee.transport() + " " + knee.forks())
                .containsExactly(
                        "CometD long-polling 3",
                        "Jetty long-polling 3",
                        "Jetty websocket 3",
                        "Tomcat long-polling 3",
                        "Tomcat websocket 3");
        assertThat(servers.published()).hasSize(3);
    }

    @Test
    void theHeadlineHasThePointWithMostDeliveries() {
        Headline headline = RoomsHeadline.of(rows("rooms-tomcat"));

        assertThat(headline.sentence())
                .isEqualTo(
                        "Tomcat 11.0.25 NIO delivered 32 205 messages a second to 19 000 users in 100 rooms, 99 % of them within 444 ms.");
        assertThat(headline.figures()).hasSize(4);
    }

    @Test
    void roomsWithoutAnyThatPassedHaveNoFinding() {
        CsvRow grown = Rows.ceiling("", "users=100 rooms=10 passed=false deliveries_per_s=900 why=");

        Headline headline = RoomsHeadline.of(List.of(grown));

        assertThat(headline.tone()).isEqualTo("invalid");
        assertThat(headline.sentence()).contains("delivered no rate steadily");
    }
}
