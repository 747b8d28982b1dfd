package io.ceiling.harness.verdict;

import io.ceiling.harness.model.ClimbStep;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Prediction;
import io.ceiling.harness.model.Proof;
import io.ceiling.harness.model.Trial;
import io.ceiling.harness.model.Verdict;
import java.util.List;
import java.util.OptionalInt;

/**
 * Judges whether a changed setting moved the ceiling as predicted: the proof that the limit was named rightly. Pure functions.
 *
 * <p>Notes. A ceiling counts as moved from 5 % on, since a heap does not end at the same connection twice. A smaller rise up to another
 * limit decides nothing: the two may stand close together. If the ceiling rises
 * but the limit that was raised is named again before half of the predicted rise, its name is neither proved nor disproved:
 * more of something else may have come with it.
 */
public final class CausalProof {

    /** Smaller moves are noise; the most sensitive ceilings are found to within 1 or 2 %. */
    private static final double LEAST_MOVE = 0.05;

    /** A ramp closes in on its ceiling to 1 or 2 %. */
    private static final double LEAST_STEP = 0.01;

    private static final double LEAST_SHARE_OF_PREDICTION = 0.5;

    private CausalProof() {}

    /**
     * What a step says about the limit that was named before it.
     *
     * @param before connections that were held before the change
     * @param after the verdict with the change
     */
    public static Proof judge(Trial trial, OptionalInt before, Verdict after) {
        if (trial.prediction().effect() == Prediction.Effect.NONE) {
            return Proof.NONE;
        }
        if (before.isEmpty() || after.held().isEmpty()) {
            return Proof.UNDECIDED;
        }
        int base = before.getAsInt();
        int moved = after.held().getAsInt() - base;
        boolean rose = moved > noise(base);
        // A ramp that was ended before anything broke gives a lower bound: only its rise is a fact.
        boolean bound = after instanceof Verdict.AtLeast;
        return switch (trial.prediction().effect()) {
            case RISES ->
                rose
                        ? confirmedUnlessShort(trial, base, moved, after)
                        : bound || anotherReason(trial, base, moved, after) ? Proof.UNDECIDED : Proof.REFUTED;
            case MAY_RISE -> rose ? Proof.CONFIRMED : Proof.UNDECIDED;
            case STAYS -> staying(base, moved, bound);
            case NONE -> Proof.NONE;
        };
    }

    private static Proof staying(int base, int moved, boolean bound) {
        if (moved > noise(base)) {
            return Proof.REFUTED;
        }
        if (bound) {
            return Proof.UNDECIDED;
        }
        return moved >= -noise(base) ? Proof.CONFIRMED : Proof.REFUTED;
    }

    private static Proof confirmedUnlessShort(Trial trial, int base, int moved, Verdict after) {
        OptionalInt predicted = trial.prediction().connections();
        boolean fallsShort = predicted.isPresent() && moved < LEAST_SHARE_OF_PREDICTION * (predicted.getAsInt() - base);
        return namedAgain(trial, after) && fallsShort ? Proof.UNDECIDED : Proof.CONFIRMED;
    }

    /**
     * Another limit that hid where the old one was, since a higher limit lowers no ceiling; or one that stood just above it, so that
     * there was little room to rise.
     */
    private static boolean anotherReason(Trial trial, int base, int moved, Verdict after) {
        boolean fell = moved < -noise(base);
        boolean roseALittle = moved > LEAST_STEP * base;
        return (fell || roseALittle) && !namedAgain(trial, after);
    }

    private static boolean namedAgain(Trial trial, Verdict after) {
        return after instanceof Verdict.Reached reached
                && trial.tests().filter(factor -> factor == reached.factor()).isPresent();
    }

    /**
     * The limits that were named wrongly and that nothing explained later: no rise was confirmed after a rise that failed to
     * come, and a ceiling that moved by itself has no explanation at all.
     */
    public static List<LimitingFactor> unexplained(List<ClimbStep> steps) {
        int lastRise = 0;
        for (ClimbStep step : steps) {
            if (step.proof() == Proof.CONFIRMED && rises(step)) {
                lastRise = step.number();
            }
        }
        int explainedUpTo = lastRise;
        return steps.stream()
                .filter(step -> step.proof() == Proof.REFUTED)
                .filter(step -> !rises(step) || step.number() > explainedUpTo)
                .flatMap(step -> step.trial().tests().stream())
                .distinct()
                .toList();
    }

    private static boolean rises(ClimbStep step) {
        return step.trial().prediction().effect() != Prediction.Effect.STAYS;
    }

    private static double noise(int connections) {
        return LEAST_MOVE * connections;
    }
}
