package io.ceiling.harness.model;

import java.util.Locale;

/** How sure an attribution is. */
public enum Confidence {
    /** The JVM, the container or the kernel said so, or a counter stands exactly at its configured limit. */
    HIGH,
    /** Readings fit this factor and no other. */
    MEDIUM,
    /** Nothing fits; the factor is unknown. */
    NONE;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
