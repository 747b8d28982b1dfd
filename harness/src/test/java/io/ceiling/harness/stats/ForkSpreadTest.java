package io.ceiling.harness.stats;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The spreads are those of the recorded runs: who adds a run with a larger one changes them, and what is said of them. */
class ForkSpreadTest {

    private static final Path REFERENCE = Path.of("..", "results", "reference");

    private record Forks(List<Double> values) {

        private double mean() {
            return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }

        private double deviation() {
            double mean = mean();
            return Math.sqrt(values.stream()
                            .mapToDouble(value -> (value - mean) * (value - mean))
                            .sum()
                    / (values.size() - 1));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CEILING, ceiling_connections, 1, true", "HEAP, heap_bytes_per_connection, 1024, true",
        "DIRECT, direct_bytes_per_connection, 1024, false", "RESIDENT, rss_bytes_per_connection, 1024, true"
    })
    void spreadIsThatOfTheForksInTheReference(ForkSpread spread, String column, double least, boolean measured)
            throws IOException {
        List<Forks> settings = settings(new ColumnKey.Amount(column));
        List<Forks> large =
                settings.stream().filter(forks -> forks.mean() >= least).toList();
        int degrees =
                large.stream().mapToInt(forks -> forks.values().size() - 1).sum();
        double variance = large.stream()
                        .mapToDouble(forks -> Math.pow(forks.deviation() / forks.mean(), 2)
                                * (forks.values().size() - 1))
                        .sum()
                / degrees;

        assertThat(settings).allSatisfy(forks -> assertThat(forks.deviation())
                .as("%s of %s", column, forks.values())
                .isLessThanOrEqualTo(spread.maxDeviation(forks.mean())));
        assertThat(Math.sqrt(variance)).isLessThanOrEqualTo(1.01 * spread.typical());
        if (measured) {
            assertThat(Math.sqrt(variance)).isCloseTo(spread.typical(), within(0.1 * spread.typical()));
            assertThat(large.stream()
                            .mapToDouble(forks -> forks.deviation() / forks.mean())
                            .max()
                            .orElseThrow())
                    .isGreaterThan(0.9 * spread.maxDeviation(1e6) / 1e6);
            assertThat(degrees).isGreaterThanOrEqualTo(ForkSpread.DEGREES_OF_FREEDOM);
        }
    }

    /** Returns the figures of all settings with at least three forks, of which more than half are significant. */
    private static List<Forks> settings(ColumnKey.Amount column) throws IOException {
        List<Forks> all = new ArrayList<>();
        try (Stream<Path> folders = Files.list(REFERENCE)) {
            for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
                CsvTable.read(folder, "ceilings.csv").rows().stream()
                        .filter(row -> isFigure(row, column))
                        .collect(groupingBy(
                                row -> row.cell("run") + row.cell("scenario").replaceFirst("-fork\\d+$", "")))
                        .values()
                        .stream()
                        .filter(forks -> forks.size() >= 3)
                        .filter(forks -> 2
                                        * forks.stream()
                                                .filter(row -> isSignificant(row, column))
                                                .count()
                                > forks.size())
                        .map(forks -> new Forks(
                                forks.stream().map(row -> row.amount(column)).toList()))
                        .filter(forks -> forks.mean() > 0)
                        .forEach(all::add);
            }
        }
        return all;
    }

    private static boolean isFigure(CsvRow row, ColumnKey.Amount column) {
        return row.number(column).isPresent()
                && (column.equals(Keys.CEILING)
                        ? row.cell("verdict").equals("reached")
                        : row.number(column.error()).isPresent());
    }

    private static boolean isSignificant(CsvRow row, ColumnKey.Amount column) {
        return row.amount(column) >= 2 * row.number(column.error()).orElse(0);
    }
}
