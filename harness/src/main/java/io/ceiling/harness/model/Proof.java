package io.ceiling.harness.model;

import java.util.Locale;

/** What a step of a climb says about the limit that the step before it named. */
public enum Proof {
    /** Nothing was put to the test. */
    NONE,
    /** The ceiling moved, or stayed, as predicted. */
    CONFIRMED,
    /** It did not: the limit that was named is not the one, or not the only one, that binds. */
    REFUTED,
    /** Neither can be said. */
    UNDECIDED;

    /** The name in files and tables; empty if nothing was put to the test. */
    public String label() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }
}
