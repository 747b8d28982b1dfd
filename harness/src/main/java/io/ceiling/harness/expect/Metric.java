package io.ceiling.harness.expect;

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
    CEILING("ceiling", "ceiling_connections", true, ForkSpread.CEILING),
    HEAP("heap_bytes_per_connection", "heap_bytes_per_connection", false, ForkSpread.HEAP),
    DIRECT("direct_bytes_per_connection", "direct_bytes_per_connection", false, ForkSpread.DIRECT),
    RSS("rss_bytes_per_connection", "rss_bytes_per_connection", false, ForkSpread.RESIDENT);

    private final String label;
    private final String column;
    private final boolean moreIsBetter;
    private final ForkSpread spread;

    Metric(String label, String column, boolean moreIsBetter, ForkSpread spread) {
        this.label = label;
        this.column = column;
        this.moreIsBetter = moreIsBetter;
        this.spread = spread;
    }

    /** Returns the name in options and tables. */
    public String label() {
        return label;
    }

    /** Returns a value with its unit. */
    public String text(double value) {
        return this == CEILING
                ? Figures.count(Math.round(value))
                : Figures.bytes(OptionalDouble.of(value), OptionalDouble.empty());
    }

    public String column() {
        return column;
    }

    /** Returns what servers of one setting differ by. */
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
     * @param others further names to list as allowed in the message
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
