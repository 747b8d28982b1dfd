package io.ceiling.harness.report.compare;

import io.ceiling.harness.report.compare.Comparison.Line;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison held against the thresholds of {@code --fail-on}; a pure function. What cannot be judged is not kept: a server that
 * no longer starts must not pass.
 *
 * @param crossed lines that crossed a threshold
 * @param unjudged what a threshold asks for and the runs do not tell
 */
public record Judgement(List<Line> crossed, List<Unjudged> unjudged) {

    /**
     * Something that a threshold asks for and the runs do not tell.
     *
     * @param scenario its name; {@link #NO_SCENARIO} if there is none that both have
     * @param why what it was and what it is
     */
    public record Unjudged(String scenario, Metric metric, String why) {

        /** The same in one line. */
        public String text() {
            return "%s of %s: %s".formatted(metric.label(), scenario, why);
        }
    }

    static final String NO_SCENARIO = "all scenarios";

    public Judgement {
        crossed = List.copyOf(crossed);
        unjudged = List.copyOf(unjudged);
    }

    /** Without thresholds everything is kept. */
    public static Judgement of(Comparison comparison, List<Threshold> thresholds) {
        List<Line> crossed = comparison.lines().stream()
                .filter(line -> thresholds.stream().anyMatch(threshold -> threshold.isCrossedBy(line)))
                .toList();
        List<Unjudged> unjudged = new ArrayList<>();
        comparison.gaps().stream()
                .filter(gap -> thresholds.stream().anyMatch(threshold -> threshold.isLeftOpenBy(gap)))
                .forEach(gap -> unjudged.add(new Unjudged(
                        gap.scenario(),
                        gap.metric(),
                        "was %s, is %s"
                                .formatted(gap.before().text(), gap.after().text()))));
        thresholds.stream()
                .map(Threshold::metric)
                .distinct()
                .filter(metric -> !isKnown(comparison, metric))
                .forEach(metric -> unjudged.add(new Unjudged(
                        NO_SCENARIO, metric, "no scenario of the first run has a figure to compare with")));
        return new Judgement(crossed, unjudged);
    }

    /** Whether nothing was crossed and nothing left open. */
    public boolean isKept() {
        return crossed.isEmpty() && unjudged.isEmpty();
    }

    private static boolean isKnown(Comparison comparison, Metric metric) {
        return comparison.lines().stream().anyMatch(line -> line.metric() == metric)
                || comparison.gaps().stream().anyMatch(gap -> gap.metric() == metric && gap.measuredBefore());
    }
}
