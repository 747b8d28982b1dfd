package io.ceiling.capacity.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.text.Figures;

/**
 * The value of a quantity at which a limit is met.
 *
 * @param text name and value of the limit
 * @param least value at which it may be met at the earliest
 * @param usual value at which it is met
 * @param most value at which it is met at the latest
 * @param assumed what the value rests on besides readings; empty for nothing
 */
record Threshold(String text, double least, double usual, double most, String assumed) {

    static Threshold exact(String text, double value) {
        return exact(text, value, "");
    }

    static Threshold exact(String text, double value, String assumed) {
        return new Threshold(text, value, value, value, assumed);
    }

    /** Returns the name of a limit in bytes with its value. */
    static String mebibytes(String name, Limit bytes) {
        return "%s=%s".formatted(name, Figures.mebibytes(bytes.orElse(0)));
    }
}
