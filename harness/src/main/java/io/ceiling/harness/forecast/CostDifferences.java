package io.ceiling.harness.forecast;

import io.ceiling.harness.forecast.MeasuredCosts.Quantity;
import io.ceiling.harness.forecast.MeasuredCosts.Settings;
import io.ceiling.harness.forecast.MeasuredCosts.Subject;
import io.ceiling.harness.stats.FittedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The differences that one setting makes to a connection, each from two measured servers that differ in it alone. Pure
 * functions.
 *
 * @param rows measured servers
 * @param quantity bytes that they are compared by
 */
record CostDifferences(List<MeasuredCosts> rows, Quantity quantity) {

    private static final double KIBIBYTE = 1024;

    /**
     * A difference.
     *
     * @param perConnection bytes that each connection takes more, negative for less
     * @param standardError standard error of that; NaN if it is not known
     * @param words what it is for and where it was measured
     */
    record CostDifference(double perConnection, double standardError, String words) {}

    /** Two rows with the setting and without. */
    private record RowPair(MeasuredCosts with, MeasuredCosts without, FittedLine line, FittedLine other) {

        private double difference() {
            return line.perConnection() - other.perConnection();
        }

        private double error() {
            return Math.hypot(line.standardError(), other.standardError());
        }

        private long bytes() {
            return with.bufferBytes() - without.bufferBytes();
        }
    }

    /** Returns what the settings of a scenario add to those of a row of its container. */
    List<CostDifference> of(Subject wanted, MeasuredCosts row) {
        List<CostDifference> all = new ArrayList<>();
        buffer(wanted, row).ifPresent(all::add);
        layer(wanted, row, "tls", Settings::tls).ifPresent(all::add);
        layer(wanted, row, "deflate", Settings::deflate).ifPresent(all::add);
        layer(wanted, row, "header-cache", Settings::headerCache).ifPresent(all::add);
        return List.copyOf(all);
    }

    private Optional<CostDifference> layer(
            Subject wanted, MeasuredCosts row, String name, Function<Settings, String> setting) {
        String asked = setting.apply(wanted.settings());
        String has = setting.apply(row.subject().settings());
        if (asked.equals(has)) {
            return Optional.empty();
        }
        return nearest(
                        wanted,
                        name,
                        setting,
                        pair -> setting.apply(pair.with().subject().settings()).equals(asked)
                                && setting.apply(pair.without().subject().settings())
                                        .equals(has))
                .map(pair -> new CostDifference(
                        pair.difference(),
                        pair.error(),
                        "%s for %s=%s as measured with %s"
                                .formatted(amount(pair.difference()), name, asked, place(pair))))
                .or(() -> Optional.of(new CostDifference(
                        0, Double.NaN, "%s=%s was not measured with this container".formatted(name, asked))));
    }

    /** Returns the difference of the buffer's size, on the line through two sizes that were measured. */
    private Optional<CostDifference> buffer(Subject wanted, MeasuredCosts row) {
        String asked = wanted.settings().buffer();
        if (asked.equals(row.subject().settings().buffer())) {
            return Optional.empty();
        }
        long bytes = asked.matches("\\d{1,12}") ? Long.parseLong(asked) : ofDefault(wanted);
        if (bytes == 0 || row.bufferBytes() == 0) {
            return Optional.of(new CostDifference(
                    0, Double.NaN, "buffer=%s was not measured with this container".formatted(asked)));
        }
        if (bytes == row.bufferBytes()) {
            return Optional.empty();
        }
        return nearest(
                        wanted,
                        "buffer",
                        Settings::buffer,
                        pair -> pair.bytes() != 0
                                && pair.with().bufferBytes() > 0
                                && pair.without().bufferBytes() > 0)
                .map(pair -> scaled(pair, (double) (bytes - row.bufferBytes()) / pair.bytes(), asked))
                .or(() -> Optional.of(new CostDifference(
                        0, Double.NaN, "buffer=%s was not measured with this container".formatted(asked))));
    }

    private static CostDifference scaled(RowPair pair, double times, String asked) {
        double more = times * pair.difference();
        return new CostDifference(
                more,
                Math.abs(times) * pair.error(),
                "%s for buffer=%s on the line through buffers of %d and %d bytes with %s"
                        .formatted(
                                amount(more),
                                asked,
                                pair.without().bufferBytes(),
                                pair.with().bufferBytes(),
                                place(pair)));
    }

    private long ofDefault(Subject wanted) {
        return rows.stream()
                .filter(row -> row.subject().container().equals(wanted.container())
                        && row.subject().settings().buffer().equals("default"))
                .min(Comparator.comparingInt(row -> CostDistance.between(wanted, row.subject())))
                .map(MeasuredCosts::bufferBytes)
                .orElse(0L);
    }

    /** Returns the nearest two rows of the container that differ in one setting alone, and fit. */
    private Optional<RowPair> nearest(
            Subject wanted, String name, Function<Settings, String> setting, Predicate<RowPair> fits) {
        List<RowPair> pairs = new ArrayList<>();
        for (MeasuredCosts with : rows) {
            if (with.subject().container().equals(wanted.container())) {
                for (MeasuredCosts without : rows) {
                    if (differ(with.subject(), without.subject(), name, setting)) {
                        with.line(quantity).ifPresent(line -> without.line(quantity)
                                .ifPresent(other -> pairs.add(new RowPair(with, without, line, other))));
                    }
                }
            }
        }
        return pairs.stream()
                .filter(fits)
                .min(Comparator.comparingInt(
                        pair -> CostDistance.between(wanted, pair.with().subject())
                                + CostDistance.between(wanted, pair.without().subject())));
    }

    private static boolean differ(Subject one, Subject other, String name, Function<Settings, String> setting) {
        return one.container().equals(other.container())
                && one.connector().equals(other.connector())
                && one.threads().equals(other.threads())
                && one.load().equals(other.load())
                && !setting.apply(one.settings()).equals(setting.apply(other.settings()))
                && without(one.settings(), name).equals(without(other.settings(), name));
    }

    private static Settings without(Settings settings, String name) {
        return new Settings(
                name.equals("buffer") ? "" : settings.buffer(),
                name.equals("tls") ? "" : settings.tls(),
                name.equals("deflate") ? "" : settings.deflate(),
                settings.collector(),
                name.equals("header-cache") ? "" : settings.headerCache());
    }

    private static String amount(double bytes) {
        return String.format(Locale.ROOT, "%+.1f KiB", bytes / KIBIBYTE);
    }

    private static String place(RowPair pair) {
        return "%s (%s)"
                .formatted(
                        pair.with().subject().load().workload(),
                        pair.with().source().run());
    }
}
