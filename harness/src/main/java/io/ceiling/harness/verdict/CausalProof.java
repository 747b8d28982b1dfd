package io.ceiling.harness.verdict;

import io.ceiling.harness.model.ClimbStep;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Prediction;
import io.ceiling.harness.model.Proof;
import io.ceiling.harness.model.Trial;
import io.ceiling.harness.model.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

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
     * @param before connections that passed before the change
     * @param after the verdict with the change
     */
    public static Proof judge(Trial trial, OptionalInt before, Verdict after) {
        if (trial.prediction().effect() == Prediction.Effect.NONE) {
            return Proof.NONE;
        }
        if (before.isEmpty() || after.passed().isEmpty()) {
            return Proof.UNDECIDED;
        }
        int base = before.getAsInt();
        int moved = after.passed().getAsInt() - base;
        boolean rose = moved > noise(base);
        // A ramp that was ended before the server's limit was met gives a lower bound: only its rise is a fact.
        boolean bound = !(after instanceof Verdict.Reached);
        return switch (trial.prediction().effect()) {
            case RISES ->
                rose
                        ? confirmedUnlessShort(trial, base, moved, after)
                        : bound || anotherReason(trial, base, moved, after) ? Proof.UNDECIDED : Proof.REFUTED;
            case MAY_RISE -> rose ? Proof.CONFIRMED : Proof.UNDECIDED;
            case STAYS -> staying(base, moved, bound);
            case FALLS -> bound ? Proof.UNDECIDED : moved < -noise(base) ? Proof.CONFIRMED : Proof.REFUTED;
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
        Optional<LimitingFactor> named = after instanceof Verdict.Reached reached
                ? Optional.of(reached.factor())
                : after instanceof Verdict.Invalid invalid ? Optional.of(invalid.factor()) : Optional.empty();
        return named.isPresent() && named.equals(trial.tests());
    }

    /**
     * The limits that were named wrongly: raised in vain, and put back in vain later too; or no other rise came after it, which
     * would have been a reason to put it back; or a ceiling that moved by itself.
     */
    public static List<LimitingFactor> unexplained(List<ClimbStep> steps) {
        Set<LimitingFactor> boundAsWell = EnumSet.noneOf(LimitingFactor.class);
        steps.stream()
                .filter(ClimbStep::putsBack)
                .filter(step -> step.proof() == Proof.CONFIRMED)
                .forEach(step -> step.trial().tests().ifPresent(boundAsWell::add));
        return steps.stream()
                .filter(step -> step.proof() == Proof.REFUTED)
                .filter(step -> !step.putsBack())
                .flatMap(step -> step.trial().tests().stream())
                .filter(factor -> !boundAsWell.contains(factor))
                .distinct()
                .toList();
    }

    private static double noise(int connections) {
        return LEAST_MOVE * connections;
    }
}
