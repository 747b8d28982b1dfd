package io.ceiling.harness.report;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.VariedSettings.SettingDifference;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The effect of one setting: two scenarios of a run differ in it alone, and clearly in what they held, in what stopped them
 * or in what a connection costs. Made from ceilings.csv; pure functions.
 *
 * @param before the scenario that comes first in the run
 * @param setting the setting in which they differ
 * @param ceiling connections that both held; empty if that is about the same, or is not known of both
 * @param limit limiting factors of both; empty if it is the same one
 * @param heap bytes of live heap per connection; empty if that is about the same, or is not known of both
 */
public record SettingChange(
        SettingForks before,
        SettingForks after,
        SettingDifference setting,
        Optional<BeforeAfter<Double>> ceiling,
        Optional<BeforeAfter<String>> limit,
        Optional<BeforeAfter<Double>> heap) {

    // Relative differences up to which two servers of the same settings may differ.
    private static final double CEILINGS_DIFFER = 0.05;

    private static final double HEAPS_DIFFER = 0.1;

    // Standard errors of both means below which forks do not differ.
    private static final double ERRORS = 2;

    // Most scenarios that are compared with each other, since each is compared with all before it.
    private static final int MAX_CELLS = 200;

    /**
     * The forks of one setting.
     *
     * @param medianRow row of the fork with the median ceiling
     * @param forks rows of all forks, at least one
     */
    public record SettingForks(CsvRow medianRow, List<CsvRow> forks) {

        public SettingForks {
            forks = List.copyOf(forks);
        }

        private boolean isReached() {
            return medianRow.text(Keys.VERDICT).equals("reached");
        }

        private boolean isAlike(SettingForks other) {
            return Stream.of(Dimension.CONTAINER, Dimension.CONNECTOR, Dimension.WORKLOAD)
                    .allMatch(column -> medianRow.text(column).equals(other.medianRow.text(column)));
        }
    }

    /** A figure or a name of both scenarios. */
    public record BeforeAfter<T>(T before, T after) {}

    /**
     * Returns a change for each scenario that differs clearly from the first earlier one with only one other setting.
     *
     * @param cells scenarios in the order of the run
     */
    public static List<SettingChange> of(List<SettingForks> cells) {
        List<SettingChange> changes = new ArrayList<>();
        for (int i = 1; i < Math.min(cells.size(), MAX_CELLS); i++) {
            SettingForks after = cells.get(i);
            cells.subList(0, i).stream()
                    .flatMap(before -> between(before, after).stream())
                    .findFirst()
                    .filter(SettingChange::isClear)
                    .ifPresent(changes::add);
        }
        return changes;
    }

    /** Returns what one setting changes from one scenario to another; empty unless they differ in one setting alone. */
    public static Optional<SettingChange> between(SettingForks before, SettingForks after) {
        return after.isAlike(before)
                ? VariedSettings.onlyDifference(before.medianRow(), after.medianRow())
                        .map(setting -> of(before, after, setting))
                : Optional.empty();
    }

    /** Returns true if it changes what was held, what stopped it, or what a connection costs. */
    public boolean isClear() {
        return ceiling.isPresent() || limit.isPresent() || heap.isPresent();
    }

    private static SettingChange of(SettingForks before, SettingForks after, SettingDifference setting) {
        boolean reached = before.isReached() && after.isReached();
        double beforeCeiling = before.medianRow().amount(Keys.CEILING);
        double afterCeiling = after.medianRow().amount(Keys.CEILING);
        boolean moved = reached
                && Math.abs(afterCeiling - beforeCeiling) > CEILINGS_DIFFER * Math.max(beforeCeiling, afterCeiling);
        String first = before.medianRow().text(Keys.FACTOR);
        String second = after.medianRow().text(Keys.FACTOR);
        return new SettingChange(
                before,
                after,
                setting,
                moved ? Optional.of(new BeforeAfter<>(beforeCeiling, afterCeiling)) : Optional.empty(),
                reached && !first.equals(second) ? Optional.of(new BeforeAfter<>(first, second)) : Optional.empty(),
                heap(before.forks(), after.forks()));
    }

    private static Optional<BeforeAfter<Double>> heap(List<CsvRow> before, List<CsvRow> after) {
        Optional<ForkSlope> first = ForkSlope.of(before, Keys.HEAP);
        Optional<ForkSlope> second = ForkSlope.of(after, Keys.HEAP);
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        double beforeMean = first.get().mean();
        double afterMean = second.get().mean();
        double errors = first.get().error().orElse(0) + second.get().error().orElse(0);
        double bound = Math.max(HEAPS_DIFFER * Math.max(beforeMean, afterMean), ERRORS * errors);
        return beforeMean <= 0 || Math.abs(afterMean - beforeMean) <= bound
                ? Optional.empty()
                : Optional.of(new BeforeAfter<>(beforeMean, afterMean));
    }
}
