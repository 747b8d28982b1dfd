package io.ceiling.harness.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ceiling.harness.report.html.chart.MinMaxSeries.TimedValue;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MinMaxSeriesTest {

    @Test
    void shortLineIsKeptAsItIs() {
        MinMaxSeries series = new MinMaxSeries(10);
        series.add(1, 5);
        series.add(2, 7);
        series.add(3, 5);

        assertThat(series.points()).containsExactly(new TimedValue(1, 5), new TimedValue(2, 7), new TimedValue(3, 5));
    }

    @Test
    void oneGreatAndOneSmallValueOfAMillionSurvive() {
        MinMaxSeries series = new MinMaxSeries(100);
        Random random = new Random(7);
        for (int i = 0; i < 1_000_000; i++) {
            series.add(i, i == 123_457 ? 1e9 : i == 876_543 ? -1e9 : random.nextDouble());
        }

        List<TimedValue> points = series.points();

        assertThat(points)
                .hasSizeLessThanOrEqualTo(400)
                .contains(new TimedValue(123_457, 1e9), new TimedValue(876_543, -1e9));
        assertThat(points).isSortedAccordingTo(Comparator.comparingDouble(TimedValue::at));
        assertThat(series.added()).isEqualTo(1_000_000);
    }

    @Property
    void everyPointIsOneThatWasAddedAndTheExtremesAreAmongThem(
            @ForAll @Size(min = 1, max = 500) List<@IntRange(min = -50, max = 50) Integer> values,
            @ForAll @IntRange(min = 1, max = 20) int wanted) {
        MinMaxSeries series = new MinMaxSeries(wanted);
        for (int i = 0; i < values.size(); i++) {
            series.add(i, values.get(i));
        }

        List<TimedValue> points = series.points();

        assertThat(points).hasSizeLessThanOrEqualTo(4 * wanted);
        assertThat(points).isSortedAccordingTo(Comparator.comparingDouble(TimedValue::at));
        assertThat(points).allMatch(point -> values.get((int) point.at()) == point.value());
        assertThat(points.stream().mapToDouble(TimedValue::value).max())
                .hasValue(values.stream().mapToInt(Integer::intValue).max().orElseThrow());
        assertThat(points.stream().mapToDouble(TimedValue::value).min())
                .hasValue(values.stream().mapToInt(Integer::intValue).min().orElseThrow());
    }

    @Test
    void rejectsNoStretches() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinMaxSeries(0))
                .withMessageContaining("was 0");
    }
}
