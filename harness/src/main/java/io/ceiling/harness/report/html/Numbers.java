package io.ceiling.harness.report.html;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Converts numbers for JSON, where an unknown number is null. */
final class Numbers {

    private Numbers() {}

    static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
