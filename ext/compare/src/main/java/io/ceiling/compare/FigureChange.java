package io.ceiling.compare;

import io.ceiling.harness.expect.Figure;
import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.stats.ForkSpread;
import io.ceiling.harness.stats.StudentT;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The difference of a figure between two runs, tested together with all other figures of the comparison. A pure
 * function of the figures (docs/compare.md, with the rate of false alarms and what is found).
 *
 * @param pair the figure in both runs
 * @param pValue probability of a difference of this size or more without a cause, corrected for the number of figures
 * @param figures number of figures that were tested together
 */
record FigureChange(FigurePair pair, double pValue, int figures) {

    // Probability of one false alarm or more in a comparison.
    private static final double ALPHA = 0.05;

    // Smallest relative change that is reported.
    private static final double MIN_CHANGE = 0.02;

    // Smallest relative change that is reported as undecided.
    private static final double MIN_UNDECIDED_CHANGE = 0.05;

    // Number of forks on each side from which their own spread is used.
    private static final int ENOUGH_FORKS = 5;

    private static final int MAX_FORKS = 100;

    /**
     * A figure of two runs.
     *
     * @param metric the metric
     * @param before figure of the first run
     * @param after figure of the second run
     * @param recorded true if {@link Metric#spread} was measured for such figures
     */
    record FigurePair(Metric metric, Figure before, Figure after, boolean recorded) {

        private double difference() {
            return after.mean() - before.mean();
        }

        private int degreesOfFreedom() {
            return before.forks() + after.forks() - 2;
        }

        private boolean hasEnoughForks() {
            return Math.min(before.forks(), after.forks()) >= ENOUGH_FORKS;
        }

        private boolean hasSpread() {
            return recorded || hasEnoughForks();
        }

        // Returns the standard deviation of the forks around the mean of their own run; 0 for one server a side.
        private double ownSpread() {
            return degreesOfFreedom() == 0 ? 0 : Math.sqrt((before.squares() + after.squares()) / degreesOfFreedom());
        }

        private double error() {
            return Math.sqrt((before.error() * before.error() + after.error() * after.error()) / 2);
        }

        private double recordedSpread() {
            return Math.hypot(
                    metric.spread().maxDeviation((Math.abs(before.mean()) + Math.abs(after.mean())) / 2), error());
        }

        // Returns the probability of a difference of this size or more without a cause, as if there were one figure.
        private double pValue() {
            if (!hasSpread()) {
                return 1;
            }
            double forks = Math.sqrt(1.0 / before.forks() + 1.0 / after.forks());
            double own = ownSpread();
            if (hasEnoughForks() || own > recordedSpread()) {
                // The spread of the forks includes the error of a slope, but equal ceilings are only as exact as their
                // steps.
                double spread = metric == Metric.CEILING ? Math.max(own, error()) : own;
                return spread == 0
                        ? (difference() == 0 ? 1 : 0)
                        : StudentT.pValue(Math.abs(difference()) / (spread * forks), degreesOfFreedom());
            }
            return StudentT.pValue(Math.abs(difference()) / (recordedSpread() * forks), ForkSpread.DEGREES_OF_FREEDOM);
        }
    }

    /** Returns the differences of all figures of a comparison, in their order, corrected by Holm's method. */
    static List<FigureChange> of(List<FigurePair> pairs) {
        double[] p = pairs.stream().mapToDouble(FigurePair::pValue).toArray();
        List<Integer> ascending = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .toList();
        double soFar = 0;
        for (int rank = 0; rank < p.length; rank++) {
            int index = ascending.get(rank);
            soFar = Math.max(soFar, Math.min(1, (p.length - rank) * p[index]));
            p[index] = soFar;
        }
        List<FigureChange> shifts = new ArrayList<>();
        for (int i = 0; i < p.length; i++) {
            shifts.add(new FigureChange(pairs.get(i), p[i], p.length));
        }
        return List.copyOf(shifts);
    }

    /** Returns the relative change of the medians, 0.1 is 10 % more. */
    double change() {
        double before = pair.before().median();
        return before == 0 ? 0 : pair.after().median() / before - 1;
    }

    /** Returns true if noise is an unlikely explanation. */
    boolean hasMoved() {
        return pValue < ALPHA && Math.abs(change()) >= MIN_CHANGE;
    }

    /** Returns true if the change is large enough to report, but too few forks tell it from noise. */
    boolean isUndecided() {
        return !hasMoved() && Math.abs(change()) >= MIN_UNDECIDED_CHANGE && !pair.hasEnoughForks();
    }

    /** Returns what decided, or that it is not decided and how many forks a decision needs. */
    String explanation() {
        String forks = pair.before().forks() == 1 && pair.after().forks() == 1
                ? "one server a side"
                : "%d and %d forks"
                        .formatted(pair.before().forks(), pair.after().forks());
        if (!pair.hasSpread()) {
            return "not decided with %s: a ceiling by late answers or refusals may be a round lower, %d forks a side are needed"
                    .formatted(forks, ENOUGH_FORKS);
        }
        if (isUndecided()) {
            return "not decided with %s: %s are needed".formatted(forks, needed());
        }
        String chance = pValue < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "= %.3f", pValue);
        return "%s%s, p %s among %s"
                .formatted(
                        forks,
                        pair.hasEnoughForks() ? "" : ", spread of servers as recorded",
                        chance,
                        Plural.of(figures, "figure"));
    }

    private String needed() {
        double spread = pair.ownSpread() > 0 ? pair.ownSpread() : pair.recordedSpread();
        for (int forks = ENOUGH_FORKS; forks <= MAX_FORKS; forks++) {
            double t = Math.abs(pair.difference()) / (spread * Math.sqrt(2.0 / forks));
            if (StudentT.pValue(t, 2 * forks - 2) * figures < ALPHA) {
                return "about %d forks a side".formatted(forks);
            }
        }
        return "more than %d forks a side".formatted(MAX_FORKS);
    }
}
