package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.stats.ForkMeans;
import io.ceiling.harness.stats.StudentT;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class ForkReportTest {

    private static ForkReport.ForkFigure row(String figure, String unit, Double... means) {
        return new ForkReport.ForkFigure(
                "RequestBenchmark.synchronous",
                Map.of("server", "jetty-platform"),
                figure,
                unit,
                new ForkMeans(List.of(means)));
    }

    @Test
    void theFiguresOfEachForkAreKeptWithTheIntervalOfTheirMeans() {
        assertThat(ForkReport.csv(List.of(row("score", "us/op", 10.0, 12.0, 14.0)))
                        .lines())
                .containsExactly(
                        "benchmark,parameters,figure,unit,forks,mean,half_width_95,largest_to_smallest,scheduling,fork_means",
                        "RequestBenchmark.synchronous,server=jetty-platform,score,us/op,3,12,4.9683,1.4,false,10 12 14");
    }

    @Test
    void aTimeThatTheSchedulerDecidesIsMarkedAndBytesAreNot() {
        List<ForkReport.ForkFigure> rows =
                List.of(row("score", "us/op", 17.2, 54.4, 15.2), row("server.alloc.norm", "B/op", 17.2, 54.4, 15.2));

        assertThat(rows).extracting(ForkReport.ForkFigure::isScheduling).containsExactly(true, false);
        assertThat(ForkReport.lines(rows))
                .contains(
                        "# RequestBenchmark.synchronous server=jetty-platform score: 17.2 54.4 15.2; 28.933 ± 54.843 us/op, SCHEDULING: the slowest fork took 3.6 times the fastest");
    }

    @Test
    void oneForkHasNoInterval() {
        assertThat(ForkReport.csv(List.of(row("score", "us/op", 10.0)))).endsWith(",1,10,,1,false,10\r\n");
        assertThat(ForkReport.lines(List.of(row("score", "us/op", 10.0))).get(1))
                .endsWith("score: 10; 10 (one fork: no interval) us/op");
    }

    /** JMH brings a library with the distribution itself. */
    @Test
    void theQuantilesAreThoseOfTheDistribution() {
        for (int forks = 2; forks <= 200; forks++) {
            assertThat(StudentT.quantile(0.975, forks - 1))
                    .isCloseTo(new TDistribution(forks - 1).inverseCumulativeProbability(0.975), within(1e-6));
        }
    }

    @Test
    void theFileOfTheForksIsBesideTheResults() {
        assertThat(Main.forksFile(Path.of("a/jmh.json"))).isEqualTo(Path.of("a/jmh-forks.csv"));
        assertThat(Main.forksFile(Path.of("jmh"))).isEqualTo(Path.of("jmh-forks.csv"));
    }
}
