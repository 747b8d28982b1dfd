package io.ceiling.container;

import java.util.Locale;

/** What runs a request: threads of the operating system, or the JVM's virtual ones (JDK 21 or newer). */
public enum ThreadKind {
    PLATFORM,
    VIRTUAL;

    /** The name in commands, files and tables: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The thread kind of that label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ThreadKind of(String label) {
        return Labels.parse("thread kind", label, values(), ThreadKind::label);
    }
}
