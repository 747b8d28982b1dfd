package io.ceiling.climb;

import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Locale;
import java.util.Optional;

/**
 * The change of a step of a climb, with its prediction.
 *
 * @param change the change; empty at the start
 * @param testedLimit limit whose name is tested; empty if none is
 * @param prediction predicted effect
 * @param published figure for this step that was published elsewhere; empty for none
 * @param role what the step is for
 */
public record Trial(
        Optional<Change> change,
        Optional<LimitingFactor> testedLimit,
        Prediction prediction,
        Optional<PublishedFigure> published,
        Role role) {

    /** The purpose of a step of a climb. */
    public enum Role {
        /** It goes on from the settings of the step before. */
        CLIMB,
        /** A control: it raises a limit that was not named, from the settings before the raise. */
        OTHER_LIMIT,
        /** A control: it raises the named limit by less, from the settings before the raise. */
        DOSE;

        /** Returns the name in files; empty for a step that is no control. */
        public String label() {
            return this == CLIMB ? "" : name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The start of a climb, without a change. */
    public static final Trial START = new Trial(Optional.empty(), Optional.empty(), Prediction.NONE, Optional.empty());

    /** Creates a trial that is no control. */
    public Trial(
            Optional<Change> change,
            Optional<LimitingFactor> tests,
            Prediction prediction,
            Optional<PublishedFigure> published) {
        this(change, tests, prediction, published, Role.CLIMB);
    }

    /** Returns the change for display. */
    public String text() {
        return change.map(Change::text).orElse("start");
    }
}
