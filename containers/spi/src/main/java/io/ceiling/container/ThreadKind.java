package io.ceiling.container;

import java.util.Locale;

/** The kind of threads that run requests: platform threads or virtual threads (JDK 21 or newer). */
public enum ThreadKind {
    PLATFORM,
    VIRTUAL;

    /** Returns the name in commands, files and tables, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the thread kind with this label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ThreadKind of(String label) {
        return Labels.parse("thread kind", label, values(), ThreadKind::label);
    }
}
