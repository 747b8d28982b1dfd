package io.ceiling.harness.expect;

import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The expectations that a run is checked against ({@code --expect}).
 *
 * @param all expectations, in the order of the command line
 * @param junit file that receives the same results as JUnit XML; empty for none
 */
public record Expectations(List<Expectation> all, Optional<Path> junit) {

    /** Expects nothing. */
    public static final Expectations NONE = new Expectations(List.of(), Optional.empty());

    public Expectations {
        all = List.copyOf(all);
    }

    /**
     * Returns one warning for each expectation that matches none of the scenarios, most likely because its name is
     * misspelt, and for each that bounds the times of a single burst.
     */
    public List<String> warnings(List<Scenario> scenarios) {
        return all.stream()
                .flatMap(expectation -> warning(expectation, scenarios).stream())
                .toList();
    }

    /** Returns the first expectation that matches none of the scenarios; empty if there is none. */
    public Optional<Expectation> firstWithoutScenario(List<Scenario> scenarios) {
        return all.stream()
                .filter(expectation -> judged(expectation, scenarios).isEmpty())
                .findFirst();
    }

    private static List<Scenario> judged(Expectation expectation, List<Scenario> scenarios) {
        return expectation.select(scenarios, Scenario::name, s -> s.work().label());
    }

    /**
     * Returns the first expectation about response times of a ramp, which are those of one burst of requests to a server
     * that is seconds old; empty if there is none.
     */
    public Optional<Expectation> firstAboutColdBurst(List<Scenario> scenarios) {
        return all.stream()
                .filter(Expectation::isAboutTimes)
                .filter(expectation -> judged(expectation, scenarios).stream()
                        .anyMatch(scenario -> scenario.work().repeatsRequests()))
                .findFirst();
    }

    private static Optional<String> warning(Expectation expectation, List<Scenario> scenarios) {
        List<Scenario> judged = judged(expectation, scenarios);
        if (judged.isEmpty()) {
            return Optional.of("warning: --expect %s names none of the scenarios, and will be missed"
                    .formatted(expectation.text()));
        }
        return expectation.isAboutTimes()
                        && judged.stream().anyMatch(scenario -> scenario.work().repeatsRequests())
                ? Optional.of(
                        "warning: --expect %s judges a single burst of requests, and varies by several times; leave room in the bound"
                                .formatted(expectation.text()))
                : Optional.empty();
    }

    /**
     * Judges all rows of the run, including rows of an earlier start that was resumed, prints one line for each expectation and writes
     * the results to the folder. Blocks for disk I/O.
     *
     * @return true if every expectation is met
     * @throws RunFolderException if every expectation is met and a file cannot be written; otherwise that error is only
     *     printed
     */
    public boolean check(RunFolder folder, PrintStream out) {
        return check(folder.rows(), folder.path(), out);
    }

    /** Judges those rows of the run in that folder, as {@link #check(RunFolder, PrintStream)}. */
    public boolean check(List<CsvRow> rows, Path folder, PrintStream out) {
        List<Expectation.Result> results = all.stream()
                .flatMap(expectation -> expectation.judge(rows).stream())
                .toList();
        ExpectationText.console(results).forEach(out::println);
        boolean kept = results.stream().allMatch(Expectation.Result::isMet);
        try {
            ExpectationsCsv.write(folder, results);
            String run = String.valueOf(folder.getFileName());
            junit.ifPresent(file -> write(file, JUnitXml.file(List.of(ExpectationText.suite(run, results)))));
        } catch (RunFolderException e) {
            if (kept) {
                throw e;
            }
            out.println(e.getMessage());
        }
        return kept;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new RunFolderException("--junit: %s cannot be written: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }
}
