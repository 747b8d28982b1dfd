package io.ceiling.harness.model;

import java.util.Locale;

/** A part of the time that a scenario takes. */
public enum Phase {
    /** From the fork of a server until it is ready. */
    START,
    /** Connections that enter no figure, until answers are steady. */
    WARM_UP,
    /** Opening connections up to a level; for recursion the growth of the chain. */
    OPEN,
    /** Holding a level, and the traffic over its connections. */
    HOLD,
    /** Full collections, and readings after them. */
    COLLECT,
    /** Gathering evidence of a failure, and closing what was too much. */
    RECOVER,
    /** Ending a server. */
    STOP;

    /** Returns the name in files and tables, such as {@code warm-up}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
