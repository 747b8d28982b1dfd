package io.ceiling.harness.model;

/** Counted nouns in messages: {@code 1 scenario}, {@code 2 scenarios}. */
public final class Plural {

    private Plural() {}

    /** The number and its noun. */
    public static String of(long count, String noun) {
        return "%d %s".formatted(count, noun(count, noun));
    }

    /** The noun alone, for a number that stands before it in another form. */
    public static String noun(long count, String noun) {
        return count == 1 ? noun : noun + "s";
    }
}
