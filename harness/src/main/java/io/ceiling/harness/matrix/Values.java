package io.ceiling.harness.matrix;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The allowed values of a dimension.
 *
 * @param all values that the word {@code all} stands for; empty if it is not allowed
 * @param allowed description of one value, for error messages
 * @param canonical returns one spelling for equal values; empty for a value that is not allowed
 */
public record Values(List<String> all, String allowed, Function<String, Optional<String>> canonical) {

    /** The word for the default of the container or the JVM. */
    public static final String DEFAULT = "default";

    /** The word for all values that have names. */
    static final String ALL = "all";

    static Values words(String... words) {
        List<String> all = List.of(words);
        return new Values(all, "one of %s".formatted(String.join(", ", all)), text -> all.stream()
                .filter(word -> word.equalsIgnoreCase(text))
                .findFirst());
    }

    static Values numbers(long least, long most) {
        return new Values(List.of(), "a whole number from %d to %d".formatted(least, most), text -> {
            try {
                long value = Long.parseLong(text);
                return value < least || value > most ? Optional.empty() : Optional.of(Long.toString(value));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
    }

    static Values sizes(long least, long most) {
        String allowed =
                "a size such as 1024, 1k, 512m or 3g, from %s to %s".formatted(Sizes.text(least), Sizes.text(most));
        return new Values(List.of(), allowed, text -> {
            OptionalLong bytes = Sizes.bytes(text);
            return bytes.isEmpty() || bytes.getAsLong() < least || bytes.getAsLong() > most
                    ? Optional.empty()
                    : Optional.of(Long.toString(bytes.getAsLong()));
        });
    }

    static Values matching(String allowed, Predicate<String> isAllowed) {
        return new Values(List.of(), allowed, text -> Optional.of(text).filter(isAllowed));
    }

    static Values anyText(String allowed) {
        return matching(allowed, value -> !value.isBlank());
    }

    Values withAll(List<String> some) {
        return new Values(some, allowed, canonical);
    }

    Values or(String word, String meaning) {
        return new Values(
                all,
                "%s, or %s (%s)".formatted(allowed, word, meaning),
                text -> word.equalsIgnoreCase(text) ? Optional.of(word) : canonical.apply(text));
    }

    Values orDefault() {
        return or(DEFAULT, "the server's own");
    }
}
