package io.ceiling.harness.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 300ms}, {@code 2s}, {@code 1m}. */
final class DurationOption {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

    private DurationOption() {}

    /**
     * Reads a time of at least {@code least} and at most an hour.
     *
     * @throws CommandException with option, value, allowed
     */
    static Duration parse(String option, String text, Duration least) {
        Matcher matcher = TIME.matcher(text);
        if (matcher.matches()) {
            long value = Long.parseLong(matcher.group(1));
            Duration time =
                    switch (matcher.group(2)) {
                        case "ms" -> Duration.ofMillis(value);
                        case "s" -> Duration.ofSeconds(value);
                        default -> Duration.ofMinutes(value);
                    };
            if (time.compareTo(least) >= 0 && time.compareTo(Duration.ofHours(1)) <= 0) {
                return time;
            }
        }
        throw CommandException.badArguments("%s must be a time such as 300ms, 2s or 1m, from %d ms to 60m, was '%s'"
                .formatted(option, least.toMillis(), text));
    }
}
