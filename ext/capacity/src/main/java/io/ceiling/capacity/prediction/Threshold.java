package io.ceiling.capacity.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.text.Figures;

/**
 * The value of a quantity at which a limit is met.
 *
 * @param text name and value of the limit
 * @param min value at which it may be met at the earliest
 * @param expected value at which it is met
 * @param max value at which it is met at the latest
 * @param assumption assumption that the value rests on, in addition to readings; empty for none
 */
record Threshold(String text, double min, double expected, double max, String assumption) {

    static Threshold exact(String text, double value) {
        return exact(text, value, "");
    }

    static Threshold exact(String text, double value, String assumed) {
        return new Threshold(text, value, value, value, assumed);
    }

    static String mebibytes(String name, Limit bytes) {
        return "%s=%s".formatted(name, Figures.mebibytes(bytes.orElse(0)));
    }
}
