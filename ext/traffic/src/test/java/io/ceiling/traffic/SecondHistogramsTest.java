package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.load.report.Histograms;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SecondHistogramsTest {

    private static final long SECOND = 1_000_000_000L;

    private final SecondHistograms seconds = new SecondHistograms();

    @Test
    void everySecondHasItsOwnValuesAlone() {
        seconds.add(SECOND, Map.of("response", List.of(of(1_000_000), of(2_000_000))));
        seconds.add(2 * SECOND, Map.of("response", List.of(of(1_000_000, 90_000_000), of(2_000_000))));

        assertThat(seconds.all()).extracting(IntervalHistograms::fromNanos).containsExactly(0L, SECOND);
        assertThat(second(0).getTotalCount()).isEqualTo(2);
        assertThat(second(1).getTotalCount()).isEqualTo(1);
        assertThat(second(1).getValueAtPercentile(50)).isBetween(89_000_000L, 91_000_000L);
    }

    @Test
    void valuesAfterANewBeginningAreAllNew() {
        seconds.add(SECOND, Map.of("response", List.of(of(1_000_000, 2_000_000))));
        seconds.add(2 * SECOND, Map.of("response", List.of(of(3_000_000))));

        assertThat(second(1).getTotalCount()).isEqualTo(1);
    }

    private Histogram second(int index) {
        return Histograms.merge(seconds.all().get(index).byTag().getOrDefault("response", List.of()));
    }

    private static String of(long... values) {
        Histogram histogram = Histograms.empty();
        for (long value : values) {
            histogram.recordValue(value);
        }
        return Histograms.encode(histogram);
    }
}
