package io.ceiling.harness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often a comparison of identical runs raises an alarm, whatever the number of its figures, and what it finds. The forks
 * are drawn from the residuals of 21 recorded runs of one setting, with the noise of the settings of the README.
 */
class AlarmRateTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "compare.md");
    private static final Path RUNS = Path.of("..", "results", "reference", "compare");
    private static final int COMPARISONS = 1_000;

    /** One comparison in twenty, and what 1 000 of them may have more by chance (1 %). */
    private static final double MOST_ALARMS = 50 + 2.33 * Math.sqrt(50 * 0.95);

    /** Comparisons for each figure of what is found, which needs less precision. */
    private static final int FEWER = 200;

    private static final double MEAN = 70_000;

    /** The noise of a figure: recursion and the blocking connector of the README, and its resident sets. */
    private record Noise(Metric metric, double deviation) {}

    private static final List<Noise> NOISE =
            List.of(new Noise(Metric.HEAP, 0.05), new Noise(Metric.HEAP, 0.10), new Noise(Metric.RSS, 0.19));

    private final double[] residuals = residuals();

    /** Returns the heap of the recorded runs with the mean 0 and the standard deviation 1. */
    private static double[] residuals() {
        double[] values = IntStream.rangeClosed(1, 21)
                .mapToObj(i -> RUNS.resolve("buffer-8k-%02d".formatted(i)).resolve("ceilings.csv"))
                .mapToDouble(file -> CsvTable.ceilings(file).get(0).amount("heap_bytes_per_connection"))
                .toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());
        return Arrays.stream(values).map(value -> (value - mean) / deviation).toArray();
    }

    private Figure draw(Random random, int forks, double mean, double deviation) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            values.add(mean * (1 + deviation * residuals[random.nextInt(residuals.length)]));
        }
        return new Figure(values, 0, forks);
    }

    private List<Shift.Pair> identical(Random random, int forks, int figures) {
        List<Shift.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < figures; i++) {
            Noise noise = NOISE.get(i % NOISE.size());
            pairs.add(new Shift.Pair(
                    noise.metric(),
                    draw(random, forks, MEAN, noise.deviation()),
                    draw(random, forks, MEAN, noise.deviation())));
        }
        return pairs;
    }

    private int alarms(int forks, int figures) {
        Random random = new Random(forks * 1_000L + figures);
        return (int) IntStream.range(0, COMPARISONS)
                .filter(i ->
                        Shift.of(identical(random, forks, figures)).stream().anyMatch(Shift::moved))
                .count();
    }

    /** Returns the share of the comparisons in which the heap of one scenario moved, and that is found, in percent. */
    private int found(int forks, int figures, double change, double deviation) {
        Random random = new Random(forks * 1_000L + figures);
        long found = IntStream.range(0, FEWER)
                .filter(i -> {
                    List<Shift.Pair> pairs = identical(random, forks, figures);
                    pairs.set(
                            0,
                            new Shift.Pair(
                                    Metric.HEAP,
                                    draw(random, forks, MEAN, deviation),
                                    draw(random, forks, MEAN * (1 + change), deviation)));
                    return Shift.of(pairs).get(0).moved();
                })
                .count();
        return Math.round(100f * found / FEWER);
    }

    @Test
    void identicalRunsRaiseAnAlarmInOneComparisonOfTwentyAndAShiftIsFound() throws IOException {
        List<String> table = new ArrayList<>();
        for (int forks : new int[] {1, 2, 3, 5, 10}) {
            for (int figures : new int[] {20, 200}) {
                int alarms = alarms(forks, figures);
                int small = found(forks, figures, 0.10, 0.02);
                int twice = found(forks, figures, 1.0, 0.10);
                table.add("| %d | %d | %d | %d %% | %d %% |".formatted(forks, figures, alarms, small, twice));

                assertThat(alarms).as("%d forks, %d figures", forks, figures).isLessThanOrEqualTo((int) MOST_ALARMS);
                if (forks >= 2) {
                    assertThat(twice).as("%d forks, %d figures", forks, figures).isGreaterThanOrEqualTo(95);
                }
                if (forks >= 5) {
                    assertThat(small)
                            .as("%d forks, %d figures", forks, figures)
                            .isGreaterThanOrEqualTo(figures == 20 || forks > 5 ? 95 : 70);
                }
            }
        }

        assertThat(Files.readString(DOCUMENT)).contains(String.join("\n", table));
    }
}
