package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingChangesTest {

    private static final CsvRow USUAL = Cells.row(
            "container=tomcat connector=nio thread_kind=platform workload=websocket buffer_bytes=default",
            "max_threads=default verdict=reached ceiling_connections=2020 limiting_factor=server-file-descriptors",
            "heap_bytes_per_connection=72704 heap_bytes_per_connection_se=100");
    private static final CsvRow WAITING =
            row("a", "workload=hold-blocking ceiling_connections=200 limiting_factor=server-threads");

    private static CsvRow row(String scenario, String... cells) {
        return Cells.with(Cells.with(USUAL, "scenario=" + scenario + "-fork1"), cells);
    }

    private static List<String> clear(List<CsvRow> rows) {
        List<Summary> all = Summary.of(rows);
        return SettingChanges.significantLines(all, RowNames.of(all));
    }

    private static CsvRow websocket(String scenario, String buffer, String heap) {
        return row(scenario, "buffer_bytes=" + buffer, "heap_bytes_per_connection=" + heap);
    }

    @Test
    void tellsAnotherLimitAndAnotherCostOfScenariosThatDifferInOneSetting() {
        CsvRow virtual = row("b", "workload=hold-blocking thread_kind=virtual ceiling_connections=2024");

        assertThat(clear(
                        List.of(WAITING, virtual, websocket("c", "default", "72704"), websocket("d", "1024", "14950"))))
                .containsExactly(
                        "WHAT A SETTING CHANGED",
                        "hold-blocking       thread-kind platform -> virtual  200 -> 2 024 held, now server-file-descriptors",
                        "platform websocket  buffer default -> 1k             heap 71.0 -> 14.6 KiB each (-79 %)",
                        "");
    }

    @Test
    void whatTwoServersOfTheSameSettingsMayDifferByIsNoChange() {
        assertThat(clear(List.of(
                        websocket("a", "default", "72704"),
                        row("b", "buffer_bytes=1024 ceiling_connections=1990 heap_bytes_per_connection=70000"))))
                .isEmpty();
    }

    @Test
    void twoSettingsThatChangedTogetherTellNothing() {
        assertThat(clear(List.of(
                        websocket("a", "default", "72704"),
                        row("b", "buffer_bytes=1024 max_threads=50 heap_bytes_per_connection=9"))))
                .isEmpty();
    }

    @Test
    void aRowThatMetNoLimitHasNoCeilingToCompare() {
        CsvRow capped = row("b", "buffer_bytes=1024 verdict=at-least ceiling_connections=9000");

        assertThat(clear(List.of(websocket("a", "default", "72704"), capped))).isEmpty();
    }

    @Test
    void scenariosOfOneServerAreComparedAndItIsNamedWhereThereAreSeveral() {
        CsvRow jetty = row("b", "container=jetty heap_bytes_per_connection=9000");
        CsvRow other = row("c", "container=jetty heap_bytes_per_connection=4500 buffer_bytes=1024");

        assertThat(clear(List.of(websocket("a", "default", "72704"), jetty, other)))
                .containsExactly(
                        "WHAT A SETTING CHANGED",
                        "jetty websocket  buffer default -> 1k  heap 8.8 -> 4.4 KiB each (-50 %)",
                        "");
    }

    @Test
    void aRowThatNoTableHasIsThereWhateverItsSettingChanged() {
        List<Summary> all =
                Summary.of(List.of(websocket("b", "default", "72704"), WAITING, websocket("c", "1024", "72000")));

        assertThat(SettingChanges.all(all, row -> row.changed().isEmpty(), LimitMarks.of(all), RowNames.of(all)))
                .containsExactly(
                        "WHAT A SETTING CHANGED",
                        "websocket  buffer default -> 1k  heap 70.3 KiB each  2 020 held F",
                        "");
    }
}
