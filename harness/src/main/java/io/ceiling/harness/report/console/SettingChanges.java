package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.ForkSlope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Tells what one setting changes, from scenarios of a run that differ in it alone. Pure functions. */
final class SettingChanges {

    static final String TITLE = "WHAT A SETTING CHANGED";

    /** Below these shares two servers of the same settings may differ. */
    private static final double CEILINGS_DIFFER = 0.05;

    private static final double HEAPS_DIFFER = 0.1;

    /** Standard errors of both means below which forks do not differ. */
    private static final double ERRORS = 2;

    /** Most lines; a matrix may have thousands of rows. */
    private static final int MOST_LINES = 40;

    private static final double KIBIBYTE = 1024;

    /** Beginning of the settings that the name of a row may have. */
    private static final String THREADS = "threads";

    private SettingChanges() {}

    /** A scenario, the one that it is compared with, and the setting in which they differ. */
    private record Pair(Optional<Summary> before, Summary after, String setting) {}

    /**
     * Returns a line for each scenario that is in no other table, with what its setting changed, or what it held.
     *
     * @param elsewhere true for rows of another table, which are compared with and have no line
     */
    static List<String> all(List<Summary> all, Predicate<Summary> elsewhere, LimitMarks marks, RowNames names) {
        List<List<String>> cells = new ArrayList<>();
        for (Summary row : all) {
            if (!elsewhere.test(row)) {
                Pair pair = all.stream()
                        .filter(elsewhere)
                        .flatMap(before -> pair(before, row).stream())
                        .findFirst()
                        .orElse(new Pair(Optional.empty(), row, row.changed()));
                List<String> numbers = pair.before().isEmpty()
                        ? List.of()
                        : numbers(pair.before().get(), row);
                cells.add(List.of(
                        names.plain(row),
                        pair.setting(),
                        numbers.isEmpty() ? heap(row) : String.join(", ", numbers),
                        (tellsHeld(numbers) ? marks.of(row) : CeilingsTable.typical(row) + " held " + marks.of(row))
                                .strip()));
            }
        }
        return titled(cells);
    }

    /**
     * Returns a line for each scenario that another limit stopped, or at clearly more or fewer connections or bytes of heap for
     * each, than the first one that differs from it in one setting; none if there is no such scenario.
     */
    static List<String> clear(List<Summary> all, RowNames names) {
        List<List<String>> cells = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            Summary after = all.get(i);
            all.subList(0, i).stream()
                    .flatMap(before -> pair(before, after).stream())
                    .findFirst()
                    .filter(pair -> !changes(pair).isEmpty())
                    .ifPresent(pair -> cells.add(List.of(
                            (pair.setting().startsWith(THREADS) ? names.withoutThreads() : names).plain(after),
                            pair.setting(),
                            String.join(", ", changes(pair)))));
        }
        return titled(cells);
    }

    private static boolean tellsHeld(List<String> changes) {
        return changes.stream().anyMatch(change -> change.endsWith(" held"));
    }

    private static List<String> titled(List<List<String>> cells) {
        if (cells.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(TITLE));
        lines.addAll(TextTable.aligned(cells.subList(0, Math.min(cells.size(), MOST_LINES))));
        if (cells.size() > MOST_LINES) {
            lines.add("and %d more".formatted(cells.size() - MOST_LINES));
        }
        lines.add("");
        return lines;
    }

    private static Optional<Pair> pair(Summary before, Summary after) {
        boolean comparable = Stream.of("container", "connector", "workload")
                .allMatch(column -> before.text(column).equals(after.text(column)));
        return comparable
                ? VariedSettings.onlyDifference(before.median(), after.median())
                        .map(setting -> new Pair(Optional.of(before), after, setting))
                : Optional.empty();
    }

    private static List<String> changes(Pair pair) {
        if (pair.before().isEmpty()) {
            return List.of();
        }
        Summary before = pair.before().get();
        Summary after = pair.after();
        List<String> changes = numbers(before, after);
        if (before.isReached()
                && after.isReached()
                && !before.text(Summary.FACTOR).equals(after.text(Summary.FACTOR))) {
            changes.add("now " + after.text(Summary.FACTOR));
        }
        return changes;
    }

    /** Returns what two servers of the same settings would not differ by: memory of a connection, and connections. */
    private static List<String> numbers(Summary before, Summary after) {
        List<String> changes = new ArrayList<>();
        heap(before, after).ifPresent(changes::add);
        double one = before.median().amount(Summary.CEILING);
        double other = after.median().amount(Summary.CEILING);
        boolean differ = Math.abs(other - one) > CEILINGS_DIFFER * Math.max(one, other);
        if (before.isReached() && after.isReached() && differ) {
            changes.add("%s -> %s held".formatted(Figures.count((long) one), Figures.count((long) other)));
        }
        return changes;
    }

    private static Optional<String> heap(Summary before, Summary after) {
        Optional<ForkSlope> first = ForkSlope.of(before.forks(), Summary.HEAP);
        Optional<ForkSlope> second = ForkSlope.of(after.forks(), Summary.HEAP);
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        double one = first.get().mean();
        double other = second.get().mean();
        double errors = first.get().error().orElse(0) + second.get().error().orElse(0);
        double bound = Math.max(HEAPS_DIFFER * Math.max(one, other), ERRORS * errors);
        return one <= 0 || Math.abs(other - one) <= bound
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "heap %.1f -> %.1f KiB each (%+.0f %%)",
                        one / KIBIBYTE,
                        other / KIBIBYTE,
                        100 * (other - one) / one));
    }

    private static String heap(Summary row) {
        return ForkSlope.of(row.forks(), Summary.HEAP)
                .map(slope -> String.format(Locale.ROOT, "heap %.1f KiB each", slope.mean() / KIBIBYTE))
                .orElse("");
    }
}
