package io.ceiling.aftermath;

import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The results of the tests after a ramp: aftermath and storms.
 *
 * @param aftermath next clients at the ceiling, and the lowered load; empty if not requested
 * @param storms storms in their order; none if not requested
 * @param searchEnd how the search for an accept count ended, in one sentence; empty without storms
 */
record AfterRampResults(Optional<Aftermath> aftermath, List<Storm> storms, String searchEnd) {

    /** The results if no test ran. */
    static final AfterRampResults EMPTY = new AfterRampResults(Optional.empty(), List.of(), "");

    AfterRampResults {
        storms = List.copyOf(storms);
    }

    /** Returns the lines for the screen and the rows of the files aftermath.csv and storms.csv. */
    ExtensionResults of(String run, Scenario scenario) {
        return new ExtensionResults(
                AfterRampLines.of(this),
                List.of(
                        rows(
                                AftermathCsv.FILE,
                                AftermathCsv.COLUMNS,
                                aftermath.stream()
                                        .flatMap(measured -> AftermathCsv.rows(run, scenario, measured).stream())),
                        rows(
                                StormsCsv.FILE,
                                StormsCsv.COLUMNS,
                                storms.stream().map(one -> new StormsCsv.StormRow(run, scenario, one)))));
    }

    private static <R> ExtensionResults.CsvRows rows(String file, List<Column<R>> columns, Stream<R> rows) {
        return new ExtensionResults.CsvRows(
                file,
                Column.names(columns),
                rows.map(row -> Column.cells(columns, row)).toList());
    }
}
