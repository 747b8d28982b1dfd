package io.ceiling.harness.report.html.chart;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ceiling of a cell with the limit that stopped it. In the JSON of the page, the fields of its parts are fields of
 * one object.
 */
public record Bar(
        String label, String scenario, String verdict, @JsonUnwrapped Held held, @JsonUnwrapped Stop stop, String why) {

    /**
     * The connections that were held.
     *
     * @param connections ceiling; of an invalid cell the connections that passed; 0 if nothing is known
     * @param unit what that counts, such as {@code requests in flight}
     * @param firstFailure fewest connections that failed; null if not known
     * @param least smallest ceiling of the forks
     * @param most largest ceiling of the forks
     * @param forks number of forks
     */
    public record Held(
            double connections, String unit, @Nullable Double firstFailure, double least, double most, int forks) {}

    /**
     * The limit that stopped the next connection.
     *
     * @param factor label of the limiting factor
     * @param words phrase of the factor
     * @param family group that decides the factor's colour
     * @param raise the first alternative of the relief
     */
    public record Stop(
            String factor,
            String words,
            String family,
            String evidence,
            String raise,
            String relief,
            String next,
            String confidence) {}

    public static List<Bar> of(List<MatrixCell> cells) {
        return cells.stream().map(Bar::of).toList();
    }

    private static Bar of(MatrixCell cell) {
        CsvRow row = cell.medianRow();
        String factor = row.text(Keys.FACTOR);
        return new Bar(
                cell.label(),
                row.scenario(),
                cell.verdict(),
                new Held(
                        cell.connections(),
                        Summary.unit(row),
                        Numbers.orNull(row.number(Keys.FIRST_FAILURE)),
                        cell.least(),
                        cell.most(),
                        cell.forks().size()),
                new Stop(
                        factor,
                        Phrases.factor(factor),
                        Phrases.family(factor),
                        row.text(Keys.EVIDENCE),
                        Phrases.firstRelief(row.text(Keys.RELIEF)),
                        row.text(Keys.RELIEF),
                        row.text(Keys.NEXT_LIMITS),
                        row.text(Keys.CONFIDENCE)),
                row.text(Keys.WHY));
    }
}
