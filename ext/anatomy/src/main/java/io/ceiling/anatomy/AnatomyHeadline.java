package io.ceiling.anatomy;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes the headline of an anatomy from its rows. Pure functions. */
final class AnatomyHeadline {

    private AnatomyHeadline() {}

    static Headline of(List<CsvRow> rows) {
        List<Headline.Figure> figures = new ArrayList<>();
        for (Total.Kind kind : Total.Kind.values()) {
            find(rows, AnatomyCsv.WHOLE, kind)
                    .ifPresent(whole -> figures.add(new Headline.Figure(
                            bytes(whole),
                            kind.words(),
                            find(rows, AnatomyCsv.REMAINDER, kind)
                                    .map(rest -> "in no part: " + bytes(rest))
                                    .orElse(""))));
        }
        String cost = find(rows, AnatomyCsv.WHOLE, Total.Kind.HEAP)
                .map(heap -> "One more connection costs %s of heap.".formatted(bytes(heap)))
                .orElse("One more connection, taken apart.");
        return new Headline(cost, largest(rows), "at-least", figures);
    }

    private static Optional<CsvRow> find(List<CsvRow> rows, String kind, Total.Kind total) {
        return rows.stream()
                .filter(row -> row.text(AnatomyCsv.ROW).equals(kind)
                        && row.text(AnatomyCsv.NAME).equals(total.label()))
                .filter(row -> row.number(AnatomyCsv.BYTES).isPresent())
                .findFirst();
    }

    private static String largest(List<CsvRow> rows) {
        return rows.stream()
                .filter(row -> row.text(AnatomyCsv.ROW).equals(AnatomyCsv.PART)
                        && !row.text(AnatomyCsv.HOLDER).isEmpty())
                .max(Comparator.comparingDouble(row -> row.amount(AnatomyCsv.BYTES)))
                .map(row -> "The largest part: %s of %s, held by %s."
                        .formatted(bytes(row), row.text(AnatomyCsv.NAME), row.text(AnatomyCsv.HOLDER)))
                .orElse("");
    }

    private static String bytes(CsvRow row) {
        return Figures.bytes(row.number(AnatomyCsv.BYTES), row.number(AnatomyCsv.ERROR));
    }
}
