package io.ceiling.climb;

import java.util.Locale;

/** The judgement of a step of a climb on the limit that the step before it named. */
public enum Proof {
    /** Nothing was tested. */
    NONE,
    /** The ceiling moved, or stayed, as predicted. */
    CONFIRMED,
    /** The ceiling rose with the named limit; only controls show whether that limit was the cause. */
    CURED,
    /** The ceiling did not move as predicted: the named limit is not the one that binds, or not the only one. */
    REFUTED,
    /** The result neither confirms nor refutes the name. */
    UNDECIDED;

    /** Returns the name in files and tables; empty if nothing was tested. */
    public String label() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }
}
