package io.ceiling.harness.expect;

import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.stats.ForkSpread;
import io.ceiling.harness.text.Figures;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A figure of ceilings.csv by which two runs are compared. Kernel memory is not among them: it is that of the whole
 * host, and other processes change it.
 */
public enum Metric {
    CEILING("ceiling", Keys.CEILING, true, ForkSpread.CEILING),
    HEAP(Keys.HEAP.column(), Keys.HEAP, false, ForkSpread.HEAP),
    DIRECT(Keys.DIRECT.column(), Keys.DIRECT, false, ForkSpread.DIRECT),
    RSS(ResidentCost.COLUMN.column(), ResidentCost.COLUMN, false, ForkSpread.RESIDENT);

    private final String label;

    // A record of a string.
    @SuppressWarnings("ImmutableEnumChecker")
    private final ColumnKey.Amount column;

    private final boolean moreIsBetter;
    private final ForkSpread spread;

    Metric(String label, ColumnKey.Amount column, boolean moreIsBetter, ForkSpread spread) {
        this.label = label;
        this.column = column;
        this.moreIsBetter = moreIsBetter;
        this.spread = spread;
    }

    /** Returns the name in options and tables. */
    public String label() {
        return label;
    }

    public String text(double value) {
        return this == CEILING
                ? Figures.count(Math.round(value))
                : Figures.bytes(OptionalDouble.of(value), OptionalDouble.empty());
    }

    public ColumnKey.Amount column() {
        return column;
    }

    /** Returns the usual spread between servers of one setting. */
    public ForkSpread spread() {
        return spread;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    private static Optional<Metric> of(String label) {
        return Arrays.stream(values())
                .filter(metric -> metric.label.equals(label))
                .findFirst();
    }

    /**
     * Returns the metric of that name.
     *
     * @param others other allowed names, for the message
     * @throws IllegalArgumentException if there is none; the message lists the allowed names
     */
    public static Metric require(String label, String... others) {
        return of(label).orElseThrow(() -> {
            String allowed =
                    String.join(", ", Stream.concat(labels(), Stream.of(others)).toList());
            return new IllegalArgumentException("metric must be one of %s, was '%s'".formatted(allowed, label));
        });
    }

    private static Stream<String> labels() {
        return Arrays.stream(values()).map(Metric::label);
    }
}
