package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvTable;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TrafficLinesTest {

    private static final Path RUN = Path.of("..", "..", "results", "reference", "traffic-tomcat-keep-alive");

    @Test
    void trafficHasItsPhases() {
        TrafficLines traffic = Objects.requireNonNull(
                TrafficLines.of(CsvTable.read(RUN, "traffic.csv").rows()));

        assertThat(traffic.phases().stream().map(TrafficLines.PhaseSpan::name))
                .containsExactly("opening", "traffic", "probe", "traffic");
        assertThat(traffic.alive()).hasSizeGreaterThan(60);
        assertThat(traffic.thinned()).isFalse();
    }
}
