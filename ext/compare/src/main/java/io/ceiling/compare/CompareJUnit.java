package io.ceiling.compare;

import io.ceiling.compare.Comparison.ComparedMetric;
import io.ceiling.compare.Judgement.UnjudgedFigure;
import io.ceiling.harness.expect.JUnitXml;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Formats a comparison as tests: one for each figure, which fails if it crossed a threshold, and one for each figure
 * that cannot be judged, which is an error. A pure function.
 */
public final class CompareJUnit {

    private CompareJUnit() {}

    public static JUnitXml.Suite suite(String name, Comparison comparison, Judgement judgement) {
        return new JUnitXml.Suite(
                name,
                Stream.concat(
                                comparison.lines().stream().map(line -> test(line, judgement, comparison.serverJdks())),
                                judgement.unjudgedFigures().stream().map(CompareJUnit::test))
                        .toList());
    }

    private static JUnitXml.Case test(ComparedMetric line, Judgement judgement, List<String> serverJdks) {
        return new JUnitXml.Case(
                line.scenario(),
                line.metric().label(),
                judgement.crossedMetrics().contains(line) ? Optional.of(crossed(line, serverJdks)) : Optional.empty());
    }

    private static JUnitXml.Problem crossed(ComparedMetric line, List<String> serverJdks) {
        String change = String.format(
                Locale.ROOT, "%.0f, then %.0f: %+.1f %%", line.before(), line.after(), line.change() * 100);
        List<String> parts = new ArrayList<>(List.of(change, line.explanation()));
        parts.addAll(serverJdks);
        return new JUnitXml.Problem(JUnitXml.Kind.FAILURE, String.join("; ", parts));
    }

    private static JUnitXml.Case test(UnjudgedFigure unjudged) {
        return new JUnitXml.Case(
                unjudged.scenario(),
                unjudged.metric().label(),
                Optional.of(new JUnitXml.Problem(JUnitXml.Kind.ERROR, "cannot be judged: " + unjudged.reason())));
    }
}
