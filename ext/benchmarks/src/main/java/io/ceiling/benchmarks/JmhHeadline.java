package io.ceiling.benchmarks;

import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes the headline of a folder that has only results of JMH. A pure function. */
final class JmhHeadline {

    private JmhHeadline() {}

    static Headline of(List<JmhResult> results) {
        JmhResult first = results.get(0);
        List<Figure> figures = new ArrayList<>();
        figures.add(
                new Figure(Phrases.count(results.size()), "results", "a benchmark with one value of each parameter"));
        figures.add(new Figure(
                "%d × %d".formatted(first.method().forks(), first.method().iterations()),
                "forks × iterations",
                "of the first of them"));
        widest(results)
                .ifPresent(result -> figures.add(new Figure(
                        "± %s %%".formatted(Figures.number(share(result) * 100, 0)),
                        "widest error bar",
                        "%s of %s"
                                .formatted(result.name(), result.parameters().getOrDefault("server", "the client")))));
        long without = results.stream()
                .filter(result -> result.score().error().isEmpty())
                .count();
        String detail = without == 0
                ? "Each with its 95 % interval from the means of its forks; what a benchmark shows, and what it does not, is in docs/jmh.md."
                : "%s without an error bar: one fork alone says nothing about the next."
                        .formatted(Phrases.count(without, "result"));
        return new Headline(
                "%s with JMH %s on %s."
                        .formatted(
                                Phrases.count(results.size(), "micro-benchmark result"),
                                first.method().jmh(),
                                first.method().jdk()),
                detail,
                without == 0 ? "reached" : "invalid",
                figures);
    }

    private static Optional<JmhResult> widest(List<JmhResult> results) {
        return results.stream()
                .filter(result ->
                        result.score().error().isPresent() && result.score().value() > 0)
                .max(Comparator.comparingDouble(JmhHeadline::share));
    }

    private static double share(JmhResult result) {
        return result.score().error().orElse(0) / result.score().value();
    }
}
