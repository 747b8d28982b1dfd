package io.ceiling.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.expect.Figure;
import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often a comparison of identical runs raises an alarm, whatever the number of its figures, and what it finds. The forks
 * are drawn from 21 recorded runs of one setting, each with the error of its own line, and have the noise of docs/figures.md.
 */
class AlarmRateTest {

    private static final Path DOCUMENT = Path.of("..", "..", "docs", "compare.md");
    private static final Path RUNS = Path.of("..", "..", "results", "reference", "compare");
    private static final int COMPARISONS = 1_000;

    /** One comparison in twenty, and what 1 000 of them may have more by chance (1 %). */
    private static final double MAX_ALARMS = 50 + 2.33 * Math.sqrt(50 * 0.95);

    /** Comparisons for each figure of what is found, which needs less precision. */
    private static final int FEWER = 200;

    private static final double MEAN = 70_000;

    /** The noise of a figure: recursion and the blocking connector of docs/figures.md, and its resident sets. */
    private record Noise(Metric metric, double deviation) {}

    private static final List<Noise> NOISE =
            List.of(new Noise(Metric.HEAP, 0.05), new Noise(Metric.HEAP, 0.10), new Noise(Metric.RSS, 0.19));

    /** A fork: its distance from the mean of all, and the error of its line, both in standard deviations of these forks. */
    private record Fork(double distance, double error) {}

    private final List<Fork> heaps = recorded(Metric.HEAP);
    private final List<Fork> residentSets = recorded(Metric.RSS);

    private static List<Fork> recorded(Metric metric) {
        List<CsvRow> rows = IntStream.rangeClosed(1, 21)
                .mapToObj(i -> RUNS.resolve("buffer-8k-%02d".formatted(i)).resolve("ceilings.csv"))
                .map(file -> CsvTable.ceilings(file).get(0))
                .toList();
        Figure all = Figure.of(metric, rows).orElseThrow();
        double deviation = Math.sqrt(all.squares() / (all.forks() - 1));
        return rows.stream()
                .map(row -> new Fork(
                        (row.amount(metric.column()) - all.mean()) / deviation,
                        row.amount(metric.column().error()) / deviation))
                .toList();
    }

    private Figure draw(Random random, int forks, double mean, Noise noise) {
        List<Fork> from = noise.metric() == Metric.HEAP ? heaps : residentSets;
        List<Double> values = new ArrayList<>();
        double squares = 0;
        for (int i = 0; i < forks; i++) {
            Fork fork = from.get(random.nextInt(from.size()));
            values.add(mean * (1 + noise.deviation() * fork.distance()));
            squares += Math.pow(mean * noise.deviation() * fork.error(), 2);
        }
        return new Figure(values, Math.sqrt(squares / forks), forks);
    }

    private List<FigureChange.FigurePair> identical(Random random, int forks, int figures) {
        return IntStream.range(0, figures)
                .mapToObj(i -> NOISE.get(i % NOISE.size()))
                .map(noise -> new FigureChange.FigurePair(
                        noise.metric(), draw(random, forks, MEAN, noise), draw(random, forks, MEAN, noise), true))
                .toList();
    }

    /** Returns heaps that are all as uneven as the most uneven one of the reference, normally distributed, of exact lines. */
    private static List<FigureChange.FigurePair> mostUneven(Random random, int forks, int figures) {
        double deviation = Metric.HEAP.spread().maxDeviation(MEAN);
        Supplier<Figure> figure = () -> new Figure(
                IntStream.range(0, forks)
                        .mapToObj(fork -> MEAN + deviation * random.nextGaussian())
                        .toList(),
                0,
                forks);
        return IntStream.range(0, figures)
                .mapToObj(i -> new FigureChange.FigurePair(Metric.HEAP, figure.get(), figure.get(), true))
                .toList();
    }

    private static long alarms(Supplier<List<FigureChange.FigurePair>> comparison) {
        return IntStream.range(0, COMPARISONS)
                .filter(i -> FigureChange.of(comparison.get()).stream().anyMatch(FigureChange::hasMoved))
                .count();
    }

    /** Returns the share of the comparisons in which the heap of one scenario moved, and that is found, in percent. */
    private int found(int forks, int figures, double change, double deviation) {
        Random random = new Random(forks * 1_000L + figures);
        Noise noise = new Noise(Metric.HEAP, deviation);
        long found = IntStream.range(0, FEWER)
                .filter(i -> {
                    List<FigureChange.FigurePair> pairs = new ArrayList<>(identical(random, forks, figures - 1));
                    pairs.add(new FigureChange.FigurePair(
                            Metric.HEAP,
                            draw(random, forks, MEAN, noise),
                            draw(random, forks, MEAN * (1 + change), noise),
                            true));
                    return FigureChange.of(pairs).get(figures - 1).hasMoved();
                })
                .count();
        return Math.round(100f * found / FEWER);
    }

    /** Returns the share in percent of changes of five standard deviations that has to be found at least. */
    private static int leastFound(int forks, int figures) {
        return forks < 5 ? 0 : forks == 5 && figures > 20 ? 65 : 95;
    }

    @Test
    void identicalRunsRaiseAnAlarmInOneComparisonOfTwentyAndAShiftIsFound() throws IOException {
        List<String> table = new ArrayList<>();
        for (int forks : new int[] {1, 2, 3, 5, 10}) {
            for (int figures : new int[] {20, 200}) {
                Random random = new Random(forks * 1_000L + figures);
                long alarms = alarms(() -> identical(random, forks, figures));
                long uneven = alarms(() -> mostUneven(random, forks, figures));
                int small = found(forks, figures, 0.10, 0.02);
                int twice = found(forks, figures, 1.0, 0.10);
                table.add("| %d | %d | %d | %d | %d %% | %d %% |"
                        .formatted(forks, figures, alarms, uneven, small, twice));

                assertThat(alarms).as("%d forks, %d figures", forks, figures).isLessThanOrEqualTo((long) MAX_ALARMS);
                assertThat(uneven).as("%d forks, %d figures", forks, figures).isLessThanOrEqualTo((long) MAX_ALARMS);
                assertThat(small)
                        .as("%d forks, %d figures", forks, figures)
                        .isGreaterThanOrEqualTo(leastFound(forks, figures));
            }
        }
        assertThat(Files.readString(DOCUMENT)).contains(String.join("\n", table));
    }
}
