package io.ceiling.harness.report.html;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Numbers on their way into JSON, where what is not known is null. */
final class Numbers {

    private Numbers() {}

    static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
