package io.ceiling.harness.report.html.chart;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Converts numbers for JSON, where an unknown number is null. */
public final class Numbers {

    private Numbers() {}

    public static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
