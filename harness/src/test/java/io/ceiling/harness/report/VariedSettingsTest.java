package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VariedSettingsTest {

    private static final CsvRow USUAL = CsvRow.of(
            Map.of("max_threads", "200", "garbage_collector", "G1", "jdk", "25.0.3", "heap_max_bytes", "536870912"));
    private static final CsvRow SMALL = CsvRow.of(
            Map.of("max_threads", "200", "garbage_collector", "G1", "jdk", "25.0.3", "heap_max_bytes", "100663296"));
    private static final CsvRow WITHOUT_A_JVM = CsvRow.of(Map.of("max_threads", "", "heap_max_bytes", "536870912"));

    private final VariedSettings varied = new VariedSettings(List.of(USUAL, USUAL, SMALL, WITHOUT_A_JVM));

    @Test
    void aScenarioTellsWhatMostOthersDoNotHave() {
        assertThat(varied.text(USUAL)).isEmpty();
        assertThat(varied.text(SMALL)).isEqualTo("heap=96m");
    }

    @Test
    void aServerWithoutAJvmHasNeitherCollectorNorJdkToTell() {
        assertThat(varied.text(WITHOUT_A_JVM)).isEqualTo("threads=default");
        assertThat(varied.multiValued(WITHOUT_A_JVM, Set.of())).isEqualTo("threads=default heap=512m");
    }

    @Test
    void theCollectorThatTheJvmChoosesIsToldWhereOthersWereAskedFor() {
        CsvRow chosen = CsvRow.of(
                Map.of("max_threads", "200", "garbage_collector", "", "jdk", "25.0.3", "heap_max_bytes", "536870912"));

        assertThat(varied.text(chosen)).isEqualTo("gc=default");
    }
}
