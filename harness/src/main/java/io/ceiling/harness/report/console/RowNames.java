package io.ceiling.harness.report.console;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names the rows of a run in a few words, without what all of them have in common.
 *
 * @param distinguishingWords what differs between rows
 */
record RowNames(List<Function<Summary, String>> distinguishingWords) {

    private static final Function<Summary, String> THREADS = RowNames::threads;

    private static final List<Function<Summary, String>> WORDS =
            List.of(row -> row.text(Dimension.CONTAINER), row -> row.text(Dimension.CONNECTOR), THREADS);

    // Most rows that are named one by one.
    private static final int MAX_NAMED = 3;

    RowNames {
        distinguishingWords = List.copyOf(distinguishingWords);
    }

    static RowNames of(List<Summary> all) {
        return new RowNames(WORDS.stream()
                .filter(word -> all.stream().map(word).distinct().count() > 1)
                .toList());
    }

    private static String threads(Summary row) {
        return Pivot.threads(row.median());
    }

    RowNames withoutThreads() {
        return new RowNames(distinguishingWords.stream()
                .filter(word -> !word.equals(THREADS))
                .toList());
    }

    /** Returns the name of a row, such as {@code nio 200 thr websocket buffer=1k}. */
    String of(Summary row) {
        return (plain(row) + " " + row.changed()).strip();
    }

    /** Returns the name of a row without its settings. */
    String plain(Summary row) {
        List<String> words = new ArrayList<>(
                distinguishingWords.stream().map(word -> word.apply(row)).toList());
        words.add(row.text(Dimension.WORKLOAD));
        return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
    }

    static boolean areFew(List<Summary> rows) {
        return rows.size() <= MAX_NAMED;
    }

    /** Returns the names of a few rows; of many the first ones and the number of the others. */
    String named(List<Summary> rows) {
        String named = rows.stream().limit(MAX_NAMED).map(this::of).collect(Collectors.joining(", "));
        return areFew(rows) ? named : "%s and %d more".formatted(named, rows.size() - MAX_NAMED);
    }
}
