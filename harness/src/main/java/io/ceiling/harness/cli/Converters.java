package io.ceiling.harness.cli;

import io.ceiling.harness.scenario.Suggestion;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Types of option values that picocli does not know. {@link Between} has the bounds of an option.
 *
 * <p>The message of a conversion error begins with "must be" and ends with the given text; {@link Ceiling} puts the
 * option before it.
 */
public final class Converters {

    /** Bound on numbers of connections in options. */
    public static final int MAX_CONNECTIONS = 10_000_000;

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");
    private static final Duration MAX_TIME = Duration.ofHours(1);

    private Converters() {}

    /** Converts a label to one of the given values. */
    public static class OneOf<T> implements ITypeConverter<T> {

        private final List<T> values;
        private final Function<T, String> label;

        protected OneOf(List<T> values, Function<T, String> label) {
            this.values = values;
            this.label = label;
        }

        @Override
        public T convert(String text) {
            List<String> labels = values.stream().map(label).toList();
            return values.stream()
                    .filter(value -> label.apply(value).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("must be one of %s, was '%s'%s"
                            .formatted(String.join(", ", labels), text, Suggestion.text(text, labels))));
        }
    }

    /** A whole number between two bounds. */
    static final class WholeNumber implements ITypeConverter<Integer> {

        private final int min;
        private final int max;

        WholeNumber(int min, int max) {
            this.min = min;
            this.max = max;
        }

        @Override
        public Integer convert(String text) {
            return number(text, "");
        }

        /**
         * Returns the number.
         *
         * @param orElse other allowed values, for the message
         */
        int number(String text, String orElse) {
            try {
                int value = Integer.parseInt(text.strip());
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // The message below says what is wrong.
            }
            throw new TypeConversionException(
                    "must be a whole number from %d to %d%s, was '%s'".formatted(min, max, orElse, text));
        }
    }

    /** A time such as {@code 300ms}, {@code 2s} or {@code 1m}; an hour at most. */
    public static class Time implements ITypeConverter<Duration> {

        private final Duration min;

        public Time(Duration min) {
            this.min = min;
        }

        @Override
        public Duration convert(String text) {
            Matcher matcher = TIME.matcher(text);
            if (matcher.matches()) {
                long value = Long.parseLong(matcher.group(1));
                Duration time =
                        switch (matcher.group(2)) {
                            case "ms" -> Duration.ofMillis(value);
                            case "s" -> Duration.ofSeconds(value);
                            default -> Duration.ofMinutes(value);
                        };
                if (time.compareTo(min) >= 0 && time.compareTo(MAX_TIME) <= 0) {
                    return time;
                }
            }
            throw new TypeConversionException("must be a time such as 300ms, 2s or 1m, from %d ms to 60m, was '%s'"
                    .formatted(min.toMillis(), text));
        }
    }

    /**
     * Two times such as {@code 5s..45s}; a single one stands for both.
     *
     * @param min shorter time
     * @param max longer time
     */
    public record TimeRange(Duration min, Duration max) {

        private static final String BETWEEN = "..";

        /** Parses two times, the shorter one first. */
        public static final class Converter implements ITypeConverter<TimeRange> {

            private final Time times = new Time(Duration.ofMillis(1));

            @Override
            public TimeRange convert(String text) {
                int between = text.indexOf(BETWEEN);
                if (between < 0) {
                    return new TimeRange(times.convert(text), times.convert(text));
                }
                TimeRange range = new TimeRange(
                        times.convert(text.substring(0, between)),
                        times.convert(text.substring(between + BETWEEN.length())));
                if (range.max().compareTo(range.min()) < 0) {
                    throw new TypeConversionException(
                            "must have the shorter time first, such as 5s..45s, was '%s'".formatted(text));
                }
                return range;
            }
        }
    }
}
