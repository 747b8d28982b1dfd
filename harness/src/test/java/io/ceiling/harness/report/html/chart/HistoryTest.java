package io.ceiling.harness.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Rows;
import io.ceiling.harness.report.html.RunReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

    private static CsvRow row(String release, int fork, int connections) {
        return Rows.reached(
                "tomcat-%s-fork%d".formatted(release, fork),
                connections,
                "server-heap",
                "container_version=" + release,
                "asked_container_version=" + release,
                "used_jdk=25.0.3 fork=" + fork,
                "heap_bytes_per_connection=1000.4 heap_bytes_per_connection_se=50",
                "cost_degrees_of_freedom=3");
    }

    @Test
    void costsAndCeilingsAreApartSinceTheActionTakesOneDirection() {
        History history = History.of(List.of(row("11.0.9", 1, 100), row("11.0.9", 2, 104), row("11.0.10", 1, 70)));

        assertThat(history.costs()).hasSize(2).last().satisfies(entry -> {
            assertThat(entry.name()).isEqualTo("tomcat nio platform websocket version=11.0.10: heap of a connection");
            assertThat(entry.unit()).isEqualTo("bytes");
            assertThat(entry.value()).isEqualTo(1000);
            assertThat(entry.range()).isNull();
        });
        assertThat(history.ceilings())
                .containsExactly(
                        new History.HistoryFigure(
                                "tomcat nio platform websocket version=11.0.9: ceiling",
                                "connections",
                                100,
                                "100 to 104",
                                "Tomcat 11.0.9 NIO\nJDK 25.0.3\nlimit server-heap\n2 forks"),
                        new History.HistoryFigure(
                                "tomcat nio platform websocket version=11.0.10: ceiling",
                                "connections",
                                70,
                                null,
                                "Tomcat 11.0.10 NIO\nJDK 25.0.3\nlimit server-heap\n1 fork"));
    }

    /** Else the next release of the build would begin a line of its own. */
    @Test
    void theNameOfARunWithOneReleaseDoesNotHaveIt() {
        assertThat(History.of(List.of(row("11.0.9", 1, 100))).ceilings())
                .extracting(History.HistoryFigure::name)
                .containsExactly("tomcat nio platform websocket: ceiling");
    }

    @Test
    void whatIsNoCeilingIsInNoHistory() {
        History history = History.of(List.of(
                Rows.ceiling("a", "verdict=at-least ceiling_connections=5"),
                Rows.ceiling("b", "verdict=invalid"),
                Rows.ceiling("c", "verdict=skipped")));

        assertThat(history.ceilings()).isEmpty();
        assertThat(history.costs()).isEmpty();
    }

    @Test
    void theFilesAreArraysBesideTheReport(@TempDir Path folder) throws Exception {
        Files.copy(Rows.REFERENCE.resolve("quick-tomcat/ceilings.csv"), folder.resolve("ceilings.csv"));

        Path ignored = RunReport.write(folder);

        assertThat(Files.readString(folder.resolve("history-ceilings.json")))
                .startsWith("[\n  {\n    \"name\" : \"")
                .endsWith("]\n")
                .doesNotContain("\r", "null");
        assertThat(folder.resolve("history-costs.json")).isRegularFile();
    }

    @Test
    void pagesOfTheHeapThatHoldNoObjectAreNoCost() {
        CsvRow row = Cells.with(
                row("11.0.9", 1, 100),
                "rss_bytes_per_connection=1200 rss_bytes_per_connection_se=1 rss_with_free_heap=false");

        assertThat(History.of(List.of(row)).costs())
                .extracting(History.HistoryFigure::name, History.HistoryFigure::value)
                .contains(
                        tuple("tomcat nio platform websocket: resident set without free heap of a connection", 1200.0))
                .hasSize(2);
        assertThat(History.of(List.of(Cells.with(row, "rss_with_free_heap=true")))
                        .costs())
                .extracting(History.HistoryFigure::name)
                .contains("tomcat nio platform websocket: resident set of a connection");
    }

    @Test
    void aRunWithoutAFigureHasNoSuchFile(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("ceilings.csv"), "scenario,verdict\r\na,skipped\r\n");

        Path ignored = RunReport.write(folder);

        assertThat(folder.resolve("history-ceilings.json")).doesNotExist();
        assertThat(folder.resolve("history-costs.json")).doesNotExist();
    }
}
