package io.ceiling.harness.report.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ceiling of a cell with the limit that stopped it; the parts of its parts are fields of one object in the page.
 */
record Bar(
        String label, String scenario, String verdict, @JsonUnwrapped Held held, @JsonUnwrapped Stop stop, String why) {

    /**
     * How many connections were held.
     *
     * @param connections ceiling, of an invalid one what passed; 0 if nothing is known
     * @param least least ceiling of its forks
     */
    record Held(double connections, @Nullable Double firstFailure, double least, double most, int forks) {}

    /**
     * The limit that stopped the next connection.
     *
     * @param words the factor in words
     * @param family the factor's colour
     */
    record Stop(
            String factor,
            String words,
            String family,
            String evidence,
            String relief,
            String next,
            String confidence) {}

    static List<Bar> of(List<MatrixCell> cells) {
        return cells.stream().map(Bar::of).toList();
    }

    private static Bar of(MatrixCell cell) {
        CsvRow row = cell.shown();
        String factor = row.text("limiting_factor");
        return new Bar(
                cell.label(),
                row.text("scenario"),
                cell.verdict(),
                new Held(
                        cell.connections(),
                        Numbers.orNull(row.number("first_failure_connections")),
                        cell.least(),
                        cell.most(),
                        cell.forks().size()),
                new Stop(
                        factor,
                        Words.factor(factor),
                        Words.family(factor),
                        row.text("evidence"),
                        row.text("relief"),
                        row.text("next_limits"),
                        row.text("confidence")),
                row.text("why"));
    }
}
