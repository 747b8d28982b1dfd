package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names the rows of a run in a few words, without what all of them have in common.
 *
 * @param told columns that differ between rows
 */
record RowNames(List<String> told) {

    /** Most rows that are named one by one. */
    private static final int MOST_NAMED = 3;

    RowNames {
        told = List.copyOf(told);
    }

    static RowNames of(List<Summary> all) {
        return new RowNames(Stream.of("container", "connector", "thread_kind")
                .filter(column ->
                        all.stream().map(row -> row.text(column)).distinct().count() > 1)
                .toList());
    }

    /** Returns the name of a row, such as {@code nio virtual websocket buffer=1k}. */
    String of(Summary row) {
        return (plain(row) + " " + row.changed()).strip();
    }

    /** Returns the name of a row without its settings. */
    String plain(Summary row) {
        List<String> words = new ArrayList<>(told.stream().map(row::text).toList());
        words.add(row.text("workload"));
        return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
    }

    /** Returns the names of a few rows; of many the first ones and the number of the others. */
    String named(List<Summary> rows) {
        String named = rows.stream().limit(MOST_NAMED).map(this::of).collect(Collectors.joining(", "));
        return rows.size() <= MOST_NAMED ? named : "%s and %d more".formatted(named, rows.size() - MOST_NAMED);
    }
}
