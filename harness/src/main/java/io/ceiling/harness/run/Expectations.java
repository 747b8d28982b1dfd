package io.ceiling.harness.run;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.report.JUnitXml;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.compare.Expectation;
import io.ceiling.harness.report.compare.ExpectationText;
import io.ceiling.harness.report.csv.RunFolderException;
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
     * Returns one warning for each expectation that matches none of the scenarios; most likely its name is misspelt.
     */
    public List<String> warnings(List<Scenario> scenarios) {
        return all.stream()
                .filter(expectation -> expectation
                        .select(scenarios, Scenario::name, s -> s.work().label())
                        .isEmpty())
                .map(expectation -> "warning: --expect %s names none of the scenarios, and will be missed"
                        .formatted(expectation.text()))
                .toList();
    }

    /**
     * Judges all rows of the run, including rows of an earlier start that was resumed, and prints one line for each
     * expectation. Blocks for disk I/O.
     *
     * @return true if every expectation is met
     * @throws RunFolderException if every expectation is met and the XML cannot be written; otherwise that error is
     *     only printed
     */
    public boolean areKeptBy(RunFolder folder, PrintStream out) {
        List<Expectation.Result> results = all.stream()
                .flatMap(expectation -> expectation.judge(folder.rows()).stream())
                .toList();
        ExpectationText.console(results).forEach(out::println);
        boolean kept = results.stream().allMatch(Expectation.Result::kept);
        try {
            junit.ifPresent(file -> write(
                    file,
                    JUnitXml.file(List.of(
                            ExpectationText.suite(String.valueOf(folder.path().getFileName()), results)))));
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
            throw new RunFolderException("--junit: %s cannot be written: %s".formatted(file, e), e);
        }
    }
}
