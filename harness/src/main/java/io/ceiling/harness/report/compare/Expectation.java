package io.ceiling.harness.report.compare;

import io.ceiling.harness.report.csv.CsvRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One part of {@code --expect "websocket.ceiling>=15000,limit=server-file-descriptors"}: what every scenario that it names must
 * show. Pure functions.
 *
 * @param text as it was given
 * @param filter names that a scenario must have all of; none for every scenario
 */
public record Expectation(String text, List<String> filter, Wanted wanted) {

    private static final Pattern PART =
            Pattern.compile("(?:([A-Za-z0-9._-]+)\\.)?([a-z0-9_]+)\\s*(>=|<=|>|<|=)\\s*(\\S.*)");

    /** What nobody writes by chance: a metric behind names, and how it compares. */
    private static final Pattern BEGINNING =
            Pattern.compile("(?:[A-Za-z0-9._-]+\\.)?(?:[a-z0-9_]+\\s*[<>]|limit\\s*=).*", Pattern.DOTALL);

    /**
     * What became of it.
     *
     * @param scenario without its fork; {@link #NO_SCENARIO} if nothing has the names
     * @param was what was measured, or why nothing was
     */
    public record Result(Expectation expectation, String scenario, boolean kept, String was) {}

    static final String NO_SCENARIO = "no scenario";

    public Expectation {
        filter = List.copyOf(filter);
    }

    /** Whether a text is meant to be one, with however many faults. */
    public static boolean isOne(String text) {
        return BEGINNING.matcher(text.strip()).matches();
    }

    /**
     * Reads lists of expectations; what is there twice counts once.
     *
     * @param texts each with commas between its parts
     * @throws IllegalArgumentException with the option, the value and what is allowed
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
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "%s must be such as websocket.ceiling>=15000 or heap_bytes_per_connection<=40KiB, was '%s'"
                            .formatted(option, part.replaceAll("\\R", " ")));
        }
        List<String> filter = matcher.group(1) == null
                ? List.of()
                : Arrays.asList(matcher.group(1).split("\\.", -1));
        if (filter.contains("")) {
            throw new IllegalArgumentException(
                    "%s: '%s' has a name with nothing between its dots".formatted(option, part));
        }
        try {
            return new Expectation(part, filter, Wanted.parse(matcher.group(2), matcher.group(3), matcher.group(4)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: '%s': %s".formatted(option, part, e.getMessage()), e);
        }
    }

    /**
     * Those that it is about: of each of its names, the ones with that workload, or, if there is none, the ones with it among the
     * words of the scenario's name.
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

    /** One result for each scenario that it is about; a missed one if there is none. */
    public List<Result> judge(List<CsvRow> rows) {
        Map<String, List<CsvRow>> scenarios = new LinkedHashMap<>();
        for (CsvRow row : select(rows, row -> row.text("scenario"), row -> row.text("workload"))) {
            scenarios
                    .computeIfAbsent(row.text("scenario").replaceFirst("-fork\\d+$", ""), name -> new ArrayList<>())
                    .add(row);
        }
        List<Result> results = new ArrayList<>();
        scenarios.forEach((scenario, forks) -> results.add(judge(scenario, forks)));
        return results.isEmpty()
                ? List.of(new Result(this, NO_SCENARIO, false, "no scenario of this run has that name"))
                : results;
    }

    private Result judge(String scenario, List<CsvRow> forks) {
        List<CsvRow> measured = forks.stream()
                .filter(fork -> List.of("reached", "at-least").contains(fork.text("verdict")))
                .toList();
        if (measured.size() * 2 <= forks.size()) {
            return new Result(this, scenario, false, Wanted.outcomes(forks));
        }
        Wanted.Answer answer = wanted.of(measured);
        return new Result(this, scenario, answer.kept(), answer.was());
    }
}
