package io.ceiling.harness.model;

import java.util.Optional;

/**
 * The change of a step of a climb, with its prediction.
 *
 * @param change the change; empty at the start
 * @param tests limit whose name is tested; empty if none is
 * @param prediction predicted effect
 * @param published figure for this step that was published elsewhere; empty for none
 */
public record Trial(
        Optional<Change> change,
        Optional<LimitingFactor> tests,
        Prediction prediction,
        Optional<PublishedFigure> published) {

    /** The start of a climb, without a change. */
    public static final Trial START = new Trial(Optional.empty(), Optional.empty(), Prediction.NONE, Optional.empty());

    /** Returns the change for display. */
    public String text() {
        return change.map(Change::text).orElse("start");
    }
}
