package io.ceiling.harness.model;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * What a change does to the ceiling, provided that the limit that was named is the one that binds.
 *
 * @param connections where the limit that was raised would bind again if no other came first; empty if that cannot be told
 */
public record Prediction(Effect effect, OptionalInt connections) {

    /** Nothing was changed, so nothing is predicted. */
    public static final Prediction NONE = new Prediction(Effect.NONE, OptionalInt.empty());

    /** The ceiling stays, because the change does not touch the limit that was named. */
    public static final Prediction STAYS = new Prediction(Effect.STAYS, OptionalInt.empty());

    /** The ceiling rises, nobody can tell how far. */
    public static final Prediction RISES = new Prediction(Effect.RISES, OptionalInt.empty());

    /** The change makes a connection cheaper if it is of the kind that the change saves; no rise disproves nothing. */
    public static final Prediction MAY_RISE = new Prediction(Effect.MAY_RISE, OptionalInt.empty());

    /** The ceiling falls, because a limit that was raised in vain before is put back and is thought to have bound as well. */
    public static final Prediction FALLS = new Prediction(Effect.FALLS, OptionalInt.empty());

    /** The direction in which the ceiling moves. */
    public enum Effect {
        NONE,
        RISES,
        MAY_RISE,
        STAYS,
        FALLS;

        /** The name in files; empty if nothing is predicted. */
        public String label() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The ceiling rises, at most to that many connections. */
    public static Prediction risesTo(int connections) {
        return new Prediction(Effect.RISES, OptionalInt.of(connections));
    }
}
