package io.ceiling.harness.forecast;

import io.ceiling.harness.forecast.MeasuredCosts.CostSource;
import io.ceiling.harness.forecast.MeasuredCosts.Quantity;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.text.Plural;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the measured servers from which a number was forecast. Pure functions. */
final class CostWords {

    private static final double KIBIBYTE = 1024;
    private static final double MEBIBYTE = KIBIBYTE * KIBIBYTE;

    /** Difference below which two ends of a range are one figure. */
    private static final double SAME = 0.001;

    private CostWords() {}

    /**
     * Returns the quantity, what each connection adds and what a server has without one, from the least to the most of
     * the servers, and where they were measured.
     */
    static String of(Quantity quantity, CostTable.Choice choice) {
        return "%s: %s without a connection, %s more with each; %s of %s%s"
                .formatted(
                        quantity.words(),
                        range(choice.lines(), FittedLine::base, quantity.isBytes() ? MEBIBYTE : 1, quantity, "MiB"),
                        range(
                                choice.lines(),
                                FittedLine::perConnection,
                                quantity.isBytes() ? KIBIBYTE : 1,
                                quantity,
                                "KiB"),
                        Plural.of(choice.lines().size(), "server"),
                        runs(choice.sources()),
                        choice.notes().isEmpty() ? "" : "; " + choice.notes());
    }

    private static String runs(List<CostSource> sources) {
        String reference = names(sources, true);
        String own = names(sources, false);
        return Stream.of(reference.isEmpty() ? "" : "results/reference: " + reference, own)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String names(List<CostSource> sources, boolean reference) {
        return sources.stream()
                .filter(source -> source.reference() == reference)
                .map(CostSource::run)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String range(
            List<FittedLine> lines, ToDoubleFunction<FittedLine> figure, double unit, Quantity quantity, String name) {
        double low = lines.stream().mapToDouble(figure).min().orElse(0) / unit;
        double high = lines.stream().mapToDouble(figure).max().orElse(0) / unit;
        String least = figure(low, quantity);
        String most = figure(high, quantity);
        String both =
                least.equals(most) || Math.abs(high - low) < SAME * Math.abs(high) ? least : least + " to " + most;
        return quantity.isBytes() ? "%s %s".formatted(both, name) : both;
    }

    /** Returns a count without zeros at its end. */
    private static String figure(double value, Quantity quantity) {
        return quantity.isBytes()
                ? String.format(Locale.ROOT, "%.1f", value)
                : String.format(Locale.ROOT, "%.3f", value).replaceFirst("\\.?0+$", "");
    }
}
