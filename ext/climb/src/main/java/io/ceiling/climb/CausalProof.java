package io.ceiling.climb;

import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Judges whether a changed setting moved the ceiling as predicted. A rise cures the limit that was named;
 * {@link ControlProof} tells whether it proves the name. Pure functions.
 *
 * <p>Notes. A ceiling counts as moved from 5 % on, since a heap never fills up at the same connection twice. A smaller
 * rise up to another limit decides nothing: the two limits may be close. If the ceiling rises, but by less than half of
 * the prediction before the same limit is named again, the name is neither proved nor refuted: another resource may
 * have grown with the setting.
 */
final class CausalProof {

    // Smallest move that is not noise, as a share of the ceiling; ceilings are found to within 1 or 2 %.
    private static final double MIN_MOVE = 0.05;

    // Smallest difference between two limits, as a share of the ceiling: a ramp closes in to 1 or 2 %.
    private static final double MIN_STEP = 0.01;

    private static final double MIN_SHARE_OF_PREDICTION = 0.5;

    private CausalProof() {}

    /**
     * Judges the limit that was named before a step.
     *
     * @param trial change of the step, with its prediction
     * @param before connections that passed before the change; empty if not known
     * @param after verdict with the change
     */
    public static Proof judge(Trial trial, OptionalInt before, Verdict after) {
        if (trial.prediction().effect() == Prediction.Effect.NONE) {
            return Proof.NONE;
        }
        if (before.isEmpty() || after.passed().isEmpty()) {
            return Proof.UNDECIDED;
        }
        int base = before.getAsInt();
        int shift = after.passed().getAsInt() - base;
        boolean rose = shift > noise(base);
        // A ramp that stopped before the server's limit gives a lower bound, of which only a rise is certain.
        boolean isLowerBound = !(after instanceof Verdict.Reached);
        return switch (trial.prediction().effect()) {
            case RISES ->
                rose
                        ? judgeRise(trial, base, shift, after)
                        : isLowerBound || hasOtherReason(trial, base, shift, after) ? Proof.UNDECIDED : Proof.REFUTED;
            case MAY_RISE -> rose ? Proof.CURED : Proof.UNDECIDED;
            case STAYS -> judgeStay(base, shift, isLowerBound);
            case FALLS -> isLowerBound ? Proof.UNDECIDED : shift < -noise(base) ? Proof.CONFIRMED : Proof.REFUTED;
            case NONE -> Proof.NONE;
        };
    }

    private static Proof judgeStay(int base, int shift, boolean isLowerBound) {
        if (shift > noise(base)) {
            return Proof.REFUTED;
        }
        if (isLowerBound) {
            return Proof.UNDECIDED;
        }
        return shift >= -noise(base) ? Proof.CONFIRMED : Proof.REFUTED;
    }

    private static Proof judgeRise(Trial trial, int base, int shift, Verdict after) {
        OptionalInt predicted = trial.prediction().connections();
        boolean fallsShort = predicted.isPresent() && shift < MIN_SHARE_OF_PREDICTION * (predicted.getAsInt() - base);
        return isNamedAgain(trial, after) && fallsShort ? Proof.UNDECIDED : Proof.CURED;
    }

    // Returns true if another limit explains why the ceiling did not rise: one hidden at the same level, since raising
    // a limit lowers no ceiling, or one just above it, which left little room to rise.
    private static boolean hasOtherReason(Trial trial, int base, int shift, Verdict after) {
        boolean fell = shift < -noise(base);
        boolean roseALittle = shift > MIN_STEP * base;
        return (fell || roseALittle) && !isNamedAgain(trial, after);
    }

    private static boolean isNamedAgain(Trial trial, Verdict after) {
        Optional<LimitingFactor> named = after instanceof Verdict.Reached reached
                ? Optional.of(reached.factor())
                : after instanceof Verdict.Invalid invalid ? Optional.of(invalid.factor()) : Optional.empty();
        return named.isPresent() && named.equals(trial.testedLimit());
    }

    /**
     * Returns the limits that were named wrongly: raising them did not move the ceiling, and no later step that put the
     * old value back lowered it. This includes a ceiling that moved by itself.
     */
    public static List<LimitingFactor> unexplainedLimits(List<ClimbStep> steps) {
        Set<LimitingFactor> boundAsWell = EnumSet.noneOf(LimitingFactor.class);
        steps.stream()
                .filter(ClimbStep::isRestoration)
                .filter(step -> step.proof() == Proof.CONFIRMED)
                .forEach(step -> step.trial().testedLimit().ifPresent(boundAsWell::add));
        return steps.stream()
                .filter(step -> step.proof() == Proof.REFUTED)
                .filter(step -> !step.isRestoration() && !step.isControl())
                .flatMap(step -> step.trial().testedLimit().stream())
                .filter(factor -> !boundAsWell.contains(factor))
                .distinct()
                .toList();
    }

    private static double noise(int connections) {
        return MIN_MOVE * connections;
    }
}
