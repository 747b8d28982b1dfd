package io.ceiling.harness.scenario;

import java.util.Locale;

/** The phases of measuring a scenario. */
public enum Phase {
    /** From the fork of a server until it is ready. */
    START,
    /** Use of a server before the first step, until its answers are steady. */
    WARM_UP,
    /** Opening connections up to a level; for a recursion, the growth of the chain. */
    OPEN,
    /** Holding a level, and the traffic over its connections. */
    HOLD,
    /** Full collections and the readings after them. */
    COLLECT,
    /** Gathering evidence of a failure, and closing excess connections. */
    RECOVER,
    /** Stopping a server. */
    STOP;

    /** Returns the name in files and tables, such as {@code warm-up}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
