package io.ceiling.aftermath;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The result of what was tried after a ramp had found its ceiling.
 *
 * @param aftermath next clients at the ceiling, and the way back; empty if not asked for
 * @param storms storms in the order in which they were tried; none if not asked for
 * @param storm end of the search for an accept count, in one sentence; empty if there were no storms
 */
public record AfterRamp(Optional<Aftermath> aftermath, List<Storm> storms, String storm) {

    /** Nothing was tried. */
    public static final AfterRamp NOTHING = new AfterRamp(Optional.empty(), List.of(), "");

    public AfterRamp {
        storms = List.copyOf(storms);
    }

    /**
     * The choice of what is to be tried after a ramp.
     *
     * @param aftermath true to try further clients at the ceiling, and to go back from it
     * @param storm time within which all connections come back after they were dropped; empty for no storm
     * @param stormConnections number of these connections; empty for 80 % of the ceiling
     */
    public record Wanted(boolean aftermath, Optional<Duration> storm, OptionalInt stormConnections) {

        /** Nothing is to be tried. */
        public static final Wanted NOTHING = new Wanted(false, Optional.empty(), OptionalInt.empty());

        /** Returns true if something is to be tried at the ceiling of each row. */
        public boolean atCeilings() {
            return aftermath || storm.isPresent();
        }
    }
}
