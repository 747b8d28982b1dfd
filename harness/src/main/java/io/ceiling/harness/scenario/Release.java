package io.ceiling.harness.scenario;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of a container, such as {@code 11.0.25} or {@code 2.3.24.Final}. Releases are ordered by their numbers, so
 * that 11.0.9 comes before 11.0.10. Immutable.
 *
 * @param text version as its artifacts have it
 */
public record Release(String text) implements Comparable<Release> {

    private static final Pattern VERSION =
            Pattern.compile("(\\d{1,5}(?:[.]\\d{1,5}){1,4})(?:[.-][A-Za-z][A-Za-z0-9]{0,30})?");

    /** Refuses what is no version: its text becomes part of file names. */
    public Release {
        if (!VERSION.matcher(text).matches()) {
            throw new IllegalArgumentException("release must be a version such as 11.0.25, was '%s'".formatted(text));
        }
    }

    /** Returns the release of that version; empty if the text is no version. */
    public static Optional<Release> of(String text) {
        return VERSION.matcher(text).matches() ? Optional.of(new Release(text)) : Optional.empty();
    }

    public boolean isOf(String line) {
        return text.startsWith(line + ".");
    }

    @Override
    public int compareTo(Release other) {
        int[] mine = numbers();
        int[] others = other.numbers();
        for (int i = 0; i < Math.max(mine.length, others.length); i++) {
            int order = Integer.compare(i < mine.length ? mine[i] : 0, i < others.length ? others[i] : 0);
            if (order != 0) {
                return order;
            }
        }
        return text.compareTo(other.text);
    }

    private int[] numbers() {
        Matcher version = VERSION.matcher(text);
        if (!version.matches()) {
            throw new IllegalStateException(text);
        }
        return Pattern.compile("[.]")
                .splitAsStream(version.group(1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    @Override
    public String toString() {
        return text;
    }
}
