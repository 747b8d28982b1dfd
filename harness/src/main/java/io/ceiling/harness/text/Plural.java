package io.ceiling.harness.text;

/** Formats counted nouns in messages: {@code 1 scenario}, {@code 2 scenarios}. */
public final class Plural {

    private Plural() {}

    public static String of(long count, String noun) {
        return "%d %s".formatted(count, noun(count, noun));
    }

    /** Returns the noun alone, for a number that is formatted elsewhere. */
    public static String noun(long count, String noun) {
        return count == 1 ? noun : noun.endsWith("s") ? noun + "es" : noun + "s";
    }
}
