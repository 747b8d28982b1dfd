package io.ceiling.compare;

import io.ceiling.compare.Comparison.ComparedMetric;
import io.ceiling.harness.expect.Metric;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison judged by the thresholds of {@code --fail-on}. A pure function. A figure that cannot be judged counts as
 * a failure: a server that no longer starts must not pass.
 *
 * @param crossedMetrics lines that crossed a threshold
 * @param unjudgedFigures figures that a threshold needs and the runs do not have
 */
public record Judgement(List<ComparedMetric> crossedMetrics, List<UnjudgedFigure> unjudgedFigures) {

    /**
     * A figure that a threshold needs and the runs do not have.
     *
     * @param scenario name of the scenario; {@link #NO_SCENARIO} if no scenario has the figure
     * @param metric the metric
     * @param reason what is known of it in both runs
     */
    public record UnjudgedFigure(String scenario, Metric metric, String reason) {

        /** Returns the figure and the reason in one line. */
        public String text() {
            return "%s of %s: %s".formatted(metric.label(), scenario, reason);
        }
    }

    static final String NO_SCENARIO = "all scenarios";

    public Judgement {
        crossedMetrics = List.copyOf(crossedMetrics);
        unjudgedFigures = List.copyOf(unjudgedFigures);
    }

    /** Judges a comparison; without thresholds it passes. */
    public static Judgement of(Comparison comparison, List<Threshold> thresholds) {
        List<ComparedMetric> crossed = comparison.lines().stream()
                .filter(line -> thresholds.stream().anyMatch(threshold -> threshold.isCrossedBy(line)))
                .toList();
        List<UnjudgedFigure> unjudged = new ArrayList<>();
        comparison.gaps().stream()
                .filter(gap -> thresholds.stream().anyMatch(threshold -> threshold.isLeftOpenBy(gap)))
                .forEach(gap -> unjudged.add(new UnjudgedFigure(gap.scenario(), gap.metric(), gap.text())));
        thresholds.stream()
                .map(Threshold::metric)
                .distinct()
                .filter(metric -> !isKnown(comparison, metric))
                .forEach(metric -> unjudged.add(new UnjudgedFigure(
                        NO_SCENARIO, metric, "no scenario of the first run has a figure to compare with")));
        return new Judgement(crossed, unjudged);
    }

    /** Returns true if no threshold was crossed and every figure could be judged. */
    public boolean hasPassed() {
        return crossedMetrics.isEmpty() && unjudgedFigures.isEmpty();
    }

    private static boolean isKnown(Comparison comparison, Metric metric) {
        return comparison.lines().stream().anyMatch(line -> line.metric() == metric)
                || comparison.gaps().stream().anyMatch(gap -> gap.metric() == metric && gap.measuredBefore());
    }
}
