package io.ceiling.harness.expect;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.text.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One part of {@code --expect "websocket.ceiling>=15000,limit=server-file-descriptors"}: a condition that every
 * matching scenario must meet. Pure functions.
 *
 * @param text text as it was given
 * @param filter names that a scenario must all match; empty for every scenario
 * @param condition the condition
 */
public record Expectation(String text, List<String> filter, Condition condition) {

    private static final Pattern PART =
            Pattern.compile("(?:([A-Za-z0-9._-]+)\\.)?([a-z0-9_]+)\\s*(>=|<=|>|<|=)\\s*(\\S.*)");

    // Matches the beginning of an expectation that was meant as one: optional names, a metric and an operator.
    private static final Pattern BEGINNING =
            Pattern.compile("(?:[A-Za-z0-9._-]+\\.)?(?:[a-z0-9_]+\\s*[<>]|limit\\s*=).*", Pattern.DOTALL);

    /**
     * The result of an expectation for one scenario.
     *
     * @param expectation the expectation
     * @param scenario name of the scenario without its fork; {@link #NO_SCENARIO} if none matches
     * @param isMet true if the expectation is met
     * @param measuredValue measured value, or the reason why there is none
     */
    public record Result(Expectation expectation, String scenario, boolean isMet, String measuredValue) {}

    static final String NO_SCENARIO = "no scenario";

    public Expectation {
        filter = List.copyOf(filter);
    }

    /** Returns true if a text is meant as an expectation, even if it has errors. */
    public static boolean isExpectation(String text) {
        return BEGINNING.matcher(text.strip()).matches();
    }

    /**
     * Parses lists of expectations; a part that occurs twice counts once.
     *
     * @param option name of the option, for the message
     * @param texts lists with commas between their parts
     * @throws IllegalArgumentException if a part is wrong; the message has the option, the value and what is allowed
     */
    public static List<Expectation> parse(String option, List<String> texts) {
        return texts.stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .distinct()
                .map(part -> one(option, part))
                .toList();
    }

    private static Expectation one(String option, String part) {
        String text = OneLine.of(part);
        // Matches the original text, not the one line: a value ends with its line, which shows a missing comma.
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "%s must be such as websocket.ceiling>=15000 or heap_bytes_per_connection<=40KiB, was '%s'"
                            .formatted(option, text));
        }
        List<String> filter = matcher.group(1) == null
                ? List.of()
                : Arrays.asList(matcher.group(1).split("\\.", -1));
        if (filter.contains("")) {
            throw new IllegalArgumentException(
                    "%s: '%s' has a name with nothing between its dots".formatted(option, text));
        }
        try {
            return new Expectation(part, filter, Condition.parse(matcher.group(2), matcher.group(3), matcher.group(4)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: '%s': %s".formatted(option, text, OneLine.of(String.valueOf(e.getMessage()))), e);
        }
    }

    /** Returns true if the condition is about response or delivery times. */
    public boolean isAboutTimes() {
        Matcher matcher = PART.matcher(text);
        return matcher.matches() && matcher.group(2).equals(Condition.P99);
    }

    /**
     * Returns the elements that match every name of the filter. A name that is a workload of any element matches the
     * elements with that workload; any other name matches elements that have it among the words of their scenario's
     * name.
     */
    public <T> List<T> select(List<T> all, Function<T, String> scenario, Function<T, String> workload) {
        List<T> left = all;
        for (String name : filter) {
            boolean isWorkload = all.stream().map(workload).anyMatch(name::equals);
            left = left.stream()
                    .filter(one -> isWorkload
                            ? workload.apply(one).equals(name)
                            : ("." + scenario.apply(one) + ".")
                                    .replace('-', '.')
                                    .contains("." + name.replace('-', '.') + "."))
                    .toList();
        }
        return left;
    }

    /**
     * Judges the rows of a run.
     *
     * @return one result for each matching scenario; a single missed one if there is none
     */
    public List<Result> judge(List<CsvRow> rows) {
        List<CsvRow> selected = select(rows, row -> row.scenario(), row -> row.text(Dimension.WORKLOAD));
        List<Result> results = new ArrayList<>();
        CsvTable.grouped(selected, CsvRow::scenarioWithoutFork)
                .forEach((scenario, forks) -> results.add(judge(scenario, forks)));
        return results.isEmpty()
                ? List.of(new Result(this, NO_SCENARIO, false, "no scenario of this run has that name"))
                : results;
    }

    private Result judge(String scenario, List<CsvRow> forks) {
        if (isAboutTimes()) {
            Optional<String> changing = forks.stream()
                    .filter(fork -> fork.text(Keys.WARM_UP_STEADY).equals("false"))
                    .map(fork -> "not judged: the server was not steady, " + fork.text(Keys.WARM_UP_WHY))
                    .findFirst();
            if (changing.isPresent()) {
                return new Result(this, scenario, false, changing.get());
            }
        }
        // Stated loads have no verdict: each row was measured.
        List<CsvRow> measured = forks.stream()
                .filter(fork -> List.of("reached", "at-least", "").contains(fork.text(Keys.VERDICT)))
                .toList();
        if (measured.size() * 2 <= forks.size()) {
            return new Result(this, scenario, false, Condition.outcomes(forks));
        }
        Condition.ConditionResult answer = condition.of(measured);
        return new Result(this, scenario, answer.isMet(), answer.measuredValue());
    }
}
