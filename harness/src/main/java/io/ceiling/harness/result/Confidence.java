package io.ceiling.harness.result;

import java.util.Locale;

/** The confidence in an attribution. */
public enum Confidence {
    /** The JVM, the container or the kernel reported it, or a counter stands exactly at its configured limit. */
    HIGH,
    /** The readings fit this factor and no other, or the host was too noisy for more. */
    MEDIUM,
    /** No factor fits; the factor is unknown. */
    NONE;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
