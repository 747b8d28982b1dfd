package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.rows.ColumnKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleColumnsTest {

    private static CsvRow row(ServerReading server) {
        Sample sample = new Sample(0, false, server, HostReading.NOT_SEEN, LoadReading.NONE);
        Map<String, String> cells = new LinkedHashMap<>();
        SampleColumns.READINGS.forEach(column -> cells.put(column.name(), column.cell(sample)));
        return CsvRow.of(cells);
    }

    @Test
    void aServerWithoutALimitSaysSo() {
        CsvRow row = row(ServerReadings.notSeen()
                .connections(12, Limit.UNLIMITED)
                .pool(-1, -1, Limit.UNLIMITED, 0)
                .build());

        assertThat(row.cell("server_connections")).isEqualTo("12");
        assertThat(row.cell("server_max_connections")).isEqualTo("unlimited");
        assertThat(row.cell("server_busy_threads")).isEmpty();
        assertThat(row.cell("server_max_threads")).isEqualTo("unlimited");
        assertThat(row.number(new ColumnKey.Amount("server_max_threads"))).isEmpty();
    }

    @Test
    void whatWasNotSeenIsEmpty() {
        CsvRow row = row(ServerReading.NOT_SEEN);

        assertThat(row.asMap().entrySet().stream()
                        .filter(cell -> cell.getKey().startsWith("server_"))
                        .map(Map.Entry::getValue))
                .hasSize(19)
                .containsOnly("");
    }
}
