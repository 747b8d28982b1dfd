package io.ceiling.harness.expect;

import io.ceiling.harness.expect.Expectation.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats the results of expectations as lines for a terminal and as tests. Pure functions. */
final class ExpectationText {

    private ExpectationText() {}

    /** Returns a line for each expectation: the condition, whether it is met, and the measured value. */
    public static List<String> console(List<Result> results) {
        Map<Expectation, List<Result>> each = results.stream()
                .collect(Collectors.groupingBy(Result::expectation, LinkedHashMap::new, Collectors.toList()));
        return each.entrySet().stream()
                .map(entry -> "expected %s: %s".formatted(entry.getKey().text(), outcome(entry.getValue())))
                .toList();
    }

    private static String outcome(List<Result> results) {
        List<Result> missed = results.stream().filter(result -> !result.isMet()).toList();
        if (results.size() == 1) {
            Result only = results.get(0);
            return "%s, %s: %s".formatted(only.isMet() ? "kept" : "MISSED", only.scenario(), only.measuredValue());
        }
        return missed.isEmpty()
                ? "kept by all %d scenarios: %s".formatted(results.size(), all(results))
                : "MISSED by %d of %d scenarios: %s".formatted(missed.size(), results.size(), all(missed));
    }

    private static String all(List<Result> results) {
        return results.stream()
                .map(result -> result.scenario() + ": " + result.measuredValue())
                .collect(Collectors.joining("; "));
    }

    /** Returns a test for each scenario of each expectation, which fails if the expectation was missed. */
    public static JUnitXml.Suite suite(String name, List<Result> results) {
        return new JUnitXml.Suite(
                name,
                results.stream()
                        .map(result -> new JUnitXml.Case(
                                result.scenario(), result.expectation().text(), problem(result)))
                        .toList());
    }

    private static Optional<JUnitXml.Problem> problem(Result result) {
        return result.isMet()
                ? Optional.empty()
                : Optional.of(new JUnitXml.Problem(
                        JUnitXml.Kind.FAILURE,
                        "wanted %s, was %s".formatted(result.expectation().text(), result.measuredValue())));
    }
}
