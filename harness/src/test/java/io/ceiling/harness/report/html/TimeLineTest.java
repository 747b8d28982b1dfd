package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLineTest {

    private static CsvRow sample(String scenario, double seconds, int alive, long collectedMillis, boolean afterGc) {
        return Cells.row("scenario=%s elapsed_ns=%d after_gc=%s load_agents=1 load_alive=%d server_gc_ns=%d"
                .formatted(scenario, Math.round(seconds * 1e9), afterGc, alive, collectedMillis * 1_000_000));
    }

    @Test
    void collectionsAreWhatWasAddedSinceTheReadingBefore() {
        TimeLine.Reader reader = new TimeLine.Reader(1);
        reader.add(sample("a", 1, 10, 5, false));
        reader.add(sample("a", 2, 20, 25, false));
        reader.add(sample("a", 3, 20, 125, true));
        // A fresh server of the same ramp.
        reader.add(sample("a", 4, 0, 3, false));

        TimeLine line = reader.lines().get(0);

        assertThat(line.connections()).containsExactly(at(1, 10), at(2, 20), at(3, 20), at(4, 0));
        assertThat(line.collections()).containsExactly(at(1, 0), at(2, 20), at(4, 0));
        assertThat(line.asked()).containsExactly(at(3, 100));
        assertThat(reader.collected().get("a")).hasSize(1);
    }

    @Test
    void timeThatBeginsAgainIsAnotherPart() {
        TimeLine.Reader reader = new TimeLine.Reader(1);
        reader.add(sample("a", 1, 10, 0, false));
        reader.add(sample("a", 9, 10, 0, false));
        reader.add(sample("a", 2, 30, 0, false));
        reader.add(sample("b", 1, 1, 0, false));

        assertThat(reader.lines().stream().map(line -> line.scenario() + line.part()))
                .containsExactly("a1", "a2", "b1");
    }

    @Test
    void pageStaysSmallHoweverManyScenariosThereAre() {
        TimeLine.Reader reader = new TimeLine.Reader(1000);
        for (int scenario = 0; scenario < 1000; scenario++) {
            for (int second = 0; second < 300; second++) {
                reader.add(sample("s" + scenario, second, second == 77 ? 999_999 : second, second, false));
            }
        }

        List<TimeLine> lines = reader.lines();

        assertThat(lines.stream().mapToInt(line -> line.connections().size()).sum())
                .isLessThan(70_000);
        assertThat(lines)
                .allMatch(line -> line.readings() == 300
                        && line.connections().stream().anyMatch(point -> point[0] == 77 && point[1] == 999_999));
    }

    private static double[] at(double seconds, double value) {
        return new double[] {seconds, value};
    }
}
