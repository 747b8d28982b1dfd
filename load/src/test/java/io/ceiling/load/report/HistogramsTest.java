package io.ceiling.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramsTest {

    @Test
    void encodedHistogramsMergeToTheSameCounts() {
        Histogram first = Histograms.empty();
        Histogram second = Histograms.empty();
        for (int i = 1; i <= 1_000; i++) {
            first.recordValue(i * 10_000L);
            second.recordValue((i + 10) * 1_000_000L);
        }

        Histogram merged = Histograms.merge(List.of(Histograms.encode(first), Histograms.encode(second)));

        assertThat(merged.getTotalCount()).isEqualTo(2_000);
        assertThat(merged.getValueAtPercentile(50)).isEqualTo(first.getValueAtPercentile(100));
        assertThat(merged.getMaxValue()).isEqualTo(second.getMaxValue());
        assertThat(Histograms.merge(List.of()).getTotalCount()).isZero();
    }

    @Test
    void refusesTextThatIsNoHistogram() {
        assertThatThrownBy(() -> Histograms.decode("bm90IG9uZQ=="))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an encoded histogram");
    }
}
