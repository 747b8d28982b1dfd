package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;

/** Readings and limits as text; those that could not be read are unknown. Pure functions. */
public final class ReadingText {

    private ReadingText() {}

    public static String words(Observation figure) {
        return figure.isSeen() ? figure.toString() : Figures.UNKNOWN;
    }

    public static String words(Limit limit) {
        return limit.isSeen() ? limit.toString() : Figures.UNKNOWN;
    }

    /** Returns the figure with its noun, such as {@code 12 threads}. */
    public static String counted(Observation figure, String noun) {
        return figure.isSeen() ? Plural.of(figure.orElse(0), noun) : "unknown number of " + Plural.noun(2, noun);
    }

    public static String mebibytes(Observation bytes) {
        return Figures.mebibytes(bytes.orElse(-1));
    }

    public static String mebibytes(Limit bytes) {
        return bytes.isUnlimited() ? words(bytes) : Figures.mebibytes(bytes.orElse(-1));
    }
}
