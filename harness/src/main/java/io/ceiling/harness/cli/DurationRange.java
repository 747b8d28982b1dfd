package io.ceiling.harness.cli;

import java.time.Duration;

/** Two times as people write them: {@code 5s..45s}; a single one stands for both. */
record DurationRange(Duration least, Duration most) {

    private static final String BETWEEN = "..";

    /**
     * Reads two times, the shorter one first, each from 1 ms to an hour.
     *
     * @throws CommandException with option, value, allowed
     */
    static DurationRange parse(String option, String text) {
        int between = text.indexOf(BETWEEN);
        if (between < 0) {
            Duration both = time(option, text);
            return new DurationRange(both, both);
        }
        Duration least = time(option, text.substring(0, between));
        Duration most = time(option, text.substring(between + BETWEEN.length()));
        if (most.compareTo(least) < 0) {
            throw CommandException.badArguments(
                    "%s must have the shorter time first, such as 5s..45s, was '%s'".formatted(option, text));
        }
        return new DurationRange(least, most);
    }

    private static Duration time(String option, String text) {
        return DurationOption.parse(option, text, Duration.ofMillis(1));
    }
}
