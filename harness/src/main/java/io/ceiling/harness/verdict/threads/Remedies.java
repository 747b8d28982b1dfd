package io.ceiling.harness.verdict.threads;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * What users of a known library change if its lock, pool or threads are the limit, from the resource
 * {@code remedies.properties}. The names only word what the behaviour of threads has shown. Pure functions.
 */
public final class Remedies {

    private static final ResourceBundle KNOWN =
            ResourceBundle.getBundle(Remedies.class.getPackageName() + ".remedies", Locale.ROOT);

    private Remedies() {}

    /**
     * Returns the remedy in words; empty if the name is of no known library.
     *
     * @param name class and method of a frame, class of a lock, or name of a thread
     */
    public static Optional<String> of(String name) {
        return KNOWN.keySet().stream()
                .filter(name::startsWith)
                .max(Comparator.comparingInt(String::length))
                .map(KNOWN::getString);
    }
}
