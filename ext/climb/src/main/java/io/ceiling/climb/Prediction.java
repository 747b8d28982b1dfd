package io.ceiling.climb;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * The predicted effect of a change on the ceiling, provided that the named limit is the one that binds.
 *
 * @param effect direction in which the ceiling moves
 * @param connections level at which the raised limit would bind again if no other came first; empty if not known
 * @param source origin of that number, in words; empty without one
 */
public record Prediction(Effect effect, OptionalInt connections, String source) {

    /** Nothing was changed, so nothing is predicted. */
    public static final Prediction NONE = new Prediction(Effect.NONE, OptionalInt.empty(), "");

    /** The ceiling stays, because the change does not affect the named limit. */
    public static final Prediction STAYS = new Prediction(Effect.STAYS, OptionalInt.empty(), "");

    /** The ceiling rises by an unknown amount. */
    public static final Prediction RISES = new Prediction(Effect.RISES, OptionalInt.empty(), "");

    /**
     * The ceiling may rise, because the change makes some kinds of connections cheaper; if it does not, that refutes
     * nothing.
     */
    public static final Prediction MAY_RISE = new Prediction(Effect.MAY_RISE, OptionalInt.empty(), "");

    /** The ceiling falls, because a limit whose raise did not move it is restored, and is expected to bind as well. */
    public static final Prediction FALLS = new Prediction(Effect.FALLS, OptionalInt.empty(), "");

    /** The direction in which the ceiling moves. */
    public enum Effect {
        NONE,
        RISES,
        MAY_RISE,
        STAYS,
        FALLS;

        /** Returns the name in files; empty if nothing is predicted. */
        public String label() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns the prediction that the ceiling rises, at most to that many connections. */
    public static Prediction risesTo(int connections) {
        return risesTo(connections, "");
    }

    public static Prediction risesTo(int connections, String source) {
        return new Prediction(Effect.RISES, OptionalInt.of(connections), source);
    }
}
