package io.ceiling.releases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Rows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleaseLinesTest {

    private static CsvRow row(String container, String release, int fork, int connections) {
        return Rows.reached(
                "%s-%s-fork%d".formatted(container, release, fork),
                connections,
                "server-heap",
                "container=%s container_version=%s asked_container_version=%s".formatted(container, release, release),
                "fork=%d heap_bytes_per_connection=%d0".formatted(fork, connections),
                "heap_bytes_per_connection_se=50 cost_degrees_of_freedom=3");
    }

    @Test
    void releasesAreInTheirOrderAndEachContainerHasAChart() {
        List<CsvRow> rows = new ArrayList<>();
        for (String release : List.of("11.0.10", "10.1.34", "11.0.9")) {
            rows.add(row("tomcat", release, 1, 100));
        }
        rows.add(row("jetty", "12.1.12", 1, 300));
        rows.add(row("jetty", "12.0.29", 1, 200));
        rows.add(row("undertow", "2.3.24.Final", 1, 400));

        List<ReleaseLines> all = ReleaseLines.of(rows);

        assertThat(all).extracting(ReleaseLines::title).containsExactly("websocket, Tomcat", "websocket, Jetty");
        assertThat(all.get(0).releases()).containsExactly("10.1.34", "11.0.9", "11.0.10");
        assertThat(all.get(1).lines()).singleElement().satisfies(line -> {
            assertThat(line.label()).isEqualTo("nio platform");
            assertThat(line.points())
                    .extracting(
                            ReleaseLines.ReleasePoint::release,
                            ReleaseLines.ReleasePoint::ceiling,
                            ReleaseLines.ReleasePoint::heap)
                    .containsExactly(tuple("12.0.29", 200.0, 2000.0), tuple("12.1.12", 300.0, 3000.0));
            assertThat(line.points().get(0).margin())
                    .as("one server tells nothing about another")
                    .isNull();
        });
    }

    @Test
    void forksAreOnePointWithTheirSpread() {
        List<ReleaseLines> all = ReleaseLines.of(List.of(
                row("tomcat", "11.0.9", 1, 100),
                row("tomcat", "11.0.10", 1, 70),
                row("tomcat", "11.0.9", 2, 90),
                row("tomcat", "11.0.9", 3, 110)));

        ReleaseLines.ReleasePoint point = all.get(0).lines().get(0).points().get(0);
        assertThat(point.ceiling()).isEqualTo(100);
        assertThat(point.least()).isEqualTo(90);
        assertThat(point.most()).isEqualTo(110);
        assertThat(point.outcome()).isEqualTo(new ReleaseLines.ReleaseOutcome("reached", "server-heap", 3));
    }

    @Test
    void anInvalidReleaseHasNoCeiling() {
        CsvRow invalid = Rows.ceiling("a", "container_version=11.0.9 verdict=invalid passed_connections=5");

        ReleaseLines lines = ReleaseLines.of(List.of(invalid, row("tomcat", "11.0.10", 1, 70)))
                .get(0);

        assertThat(lines.lines().stream().flatMap(line -> line.points().stream()))
                .filteredOn(point -> point.release().equals("11.0.9"))
                .singleElement()
                .satisfies(point -> {
                    assertThat(point.ceiling()).isNull();
                    assertThat(point.heap()).isNull();
                });
    }

    @Test
    void runsOfOneReleaseHaveNoSuchSection() {
        // It has BIO of Tomcat 8.0 beside NIO of Tomcat 11.0.
        assertThat(ReleaseLines.of(
                        CsvTable.read(Path.of("..", "..", "results", "reference", "quick-tomcat"), "ceilings.csv")
                                .rows()))
                .isEmpty();
        assertThat(ReleaseLines.of(List.of(row("tomcat", "11.0.9", 1, 100), row("jetty", "12.1.12", 1, 100))))
                .isEmpty();
    }
}
