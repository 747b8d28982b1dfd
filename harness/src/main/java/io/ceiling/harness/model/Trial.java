package io.ceiling.harness.model;

import java.util.Optional;

/**
 * What a step of a climb changes, and what that is to prove.
 *
 * @param change empty at the start
 * @param tests the limit whose name is put to the test
 * @param published what somebody else measured for this step
 */
public record Trial(
        Optional<Change> change,
        Optional<LimitingFactor> tests,
        Prediction prediction,
        Optional<PublishedFigure> published) {

    /** The settings that a climb begins with. */
    public static final Trial START = new Trial(Optional.empty(), Optional.empty(), Prediction.NONE, Optional.empty());

    /** The change in words. */
    public String text() {
        return change.map(Change::text).orElse("start");
    }
}
