package io.ceiling.climb;

import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.LeastSquares;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Concludes from the controls of a raise whether the named limit was the cause. Pure functions.
 *
 * <p>Notes. A raised heap also relieves a slow collector and, with it, the processors: the rise is a cure, but no
 * proof. If the ceilings at three or more values of the setting lie on one line, and raising another limit instead
 * moved nothing, this setting is the cause.
 */
final class ControlProof {

    // Largest distance of a ceiling from the line, as a share of it: the same as the noise of a ceiling.
    private static final double MAX_DEVIATION = 0.05;

    private ControlProof() {}

    /**
     * The result of the controls of one raise.
     *
     * @param confirmed true if the dose fits and the other limit moved nothing
     * @param description the limit, the judgement, and the figures behind it
     */
    public record Conclusion(boolean confirmed, String description) {}

    /**
     * Returns the conclusion.
     *
     * @param before step before the raise
     * @param raise step that raised the named limit
     * @param controls steps that controlled it
     * @param amount reads the value of the setting that was raised; empty if it is no amount
     */
    public static Conclusion of(
            ClimbStep before, ClimbStep raise, List<ClimbStep> controls, Function<String, Optional<Double>> amount) {
        List<String> figures = new ArrayList<>();
        boolean stayed = otherLimitStayed(controls, figures);
        boolean fits = doseFits(before, raise, controls, amount, figures);
        String factor = raise.trial().testedLimit().map(LimitingFactor::label).orElse("the limit");
        boolean confirmed = stayed && fits && raise.proof() == Proof.CURED;
        return new Conclusion(
                confirmed,
                "%s: %s: %s"
                        .formatted(
                                factor, confirmed ? "confirmed" : "cured, not confirmed", String.join("; ", figures)));
    }

    private static boolean otherLimitStayed(List<ClimbStep> controls, List<String> figures) {
        Optional<ClimbStep> other = controls.stream()
                .filter(step -> step.trial().role() == Trial.Role.OTHER_LIMIT)
                .findFirst();
        if (other.isEmpty()) {
            figures.add("no other limit could be raised instead");
            return false;
        }
        boolean stayed = other.get().proof() == Proof.CONFIRMED;
        figures.add("%s instead %s %s (%s before)"
                .formatted(
                        other.get().trial().text(),
                        stayed ? "left it at" : "ended at",
                        held(other.get()),
                        other.get().heldBefore().isPresent()
                                ? Integer.toString(other.get().heldBefore().getAsInt())
                                : "unknown"));
        return stayed;
    }

    private static boolean doseFits(
            ClimbStep before,
            ClimbStep raise,
            List<ClimbStep> controls,
            Function<String, Optional<Double>> amount,
            List<String> figures) {
        String from = raise.trial().change().map(change -> change.from()).orElse("");
        String to = raise.trial().change().map(change -> change.to()).orElse("");
        if (amount.apply(from).isEmpty() || amount.apply(to).isEmpty()) {
            figures.add("there are no doses of %s".formatted(raise.trial().text()));
            return true;
        }
        List<ClimbStep> doses = controls.stream()
                .filter(step -> step.trial().role() == Trial.Role.DOSE)
                .toList();
        if (doses.size() < 2) {
            figures.add("the rise left no room for doses");
            return false;
        }
        List<ClimbStep> points = new ArrayList<>();
        points.add(before);
        points.addAll(doses);
        if (isNamed(raise, raise.trial().testedLimit())) {
            points.add(raise);
        }
        double[] x = new double[points.size()];
        double[] y = new double[points.size()];
        List<String> held = new ArrayList<>();
        boolean named = true;
        for (int i = 0; i < points.size(); i++) {
            ClimbStep point = points.get(i);
            String value = i == 0
                    ? from
                    : point.trial().change().map(change -> change.to()).orElse("");
            x[i] = amount.apply(value).orElse(Double.NaN);
            y[i] = point.result().verdict().passed().orElse(0);
            named &= isNamed(point, raise.trial().testedLimit());
            held.add("%s: %s".formatted(value, held(point)));
        }
        // Each dose has its own server, but all ceilings must lie on one line: one group.
        Slope line = LeastSquares.fit(new int[x.length], x, y);
        double deviation = 0;
        for (int i = 0; i < x.length; i++) {
            double onLine = line.intercept() + line.perConnection() * x[i];
            deviation = Math.max(deviation, Math.abs(y[i] - onLine) / Math.max(1, onLine));
        }
        boolean fits = named && line.perConnection() > 0 && deviation <= MAX_DEVIATION;
        figures.add("ceilings by dose %s: %.1f %% from one line%s"
                .formatted(String.join(", ", held), 100 * deviation, named ? "" : ", and not all were stopped by it"));
        return fits;
    }

    private static boolean isNamed(ClimbStep step, Optional<LimitingFactor> factor) {
        return step.result().verdict() instanceof Verdict.Reached reached
                && factor.equals(Optional.of(reached.factor()));
    }

    private static String held(ClimbStep step) {
        return step.result().verdict().passed().isPresent()
                ? Integer.toString(step.result().verdict().passed().getAsInt())
                : "unknown";
    }
}
