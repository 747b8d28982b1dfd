package io.ceiling.protocol;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The checked query parameters of one request. */
public final class Parameters {

    /** Finds the values of a name; null if there is none. */
    public interface Values {
        String @Nullable [] of(String name);
    }

    private final Values given;

    /**
     * Checks the parameters of a request.
     *
     * @throws RefusedException if a name is not in {@code allowed}, which is usually a misspelt name
     */
    public Parameters(Iterable<String> names, Set<String> allowed, Values given) throws RefusedException {
        for (String name : names) {
            if (!allowed.contains(name)) {
                throw new RefusedException(
                        RefusedException.BAD_REQUEST,
                        "unknown parameter '%s', allowed: %s"
                                .formatted(
                                        Json.echo(name),
                                        String.join(
                                                ", ", allowed.stream().sorted().toList())));
            }
        }
        this.given = given;
    }

    /** Returns what a query string is refused with that cannot be decoded. */
    public static RefusedException undecodable(RuntimeException cause) {
        return new RefusedException(
                RefusedException.BAD_REQUEST,
                "query string cannot be decoded: " + Json.echo(String.valueOf(cause.getMessage())));
    }

    /**
     * Returns the value of a required parameter.
     *
     * @throws RefusedException if it is missing, or no number from {@code least} to {@code most}
     */
    public int number(String name, int least, int most) throws RefusedException {
        String[] values = given.of(name);
        if (values == null) {
            throw bad(name, least, most, "is missing");
        }
        return parse(name, values, least, most);
    }

    /**
     * Returns the value of an optional parameter, or {@code otherwise} if it is missing.
     *
     * @throws RefusedException if it is no number from {@code least} to {@code most}
     */
    public int number(String name, int least, int most, int otherwise) throws RefusedException {
        String[] values = given.of(name);
        return values == null ? otherwise : parse(name, values, least, most);
    }

    private static int parse(String name, String[] values, int least, int most) throws RefusedException {
        if (values.length != 1) {
            throw bad(name, least, most, "was given %d times".formatted(values.length));
        }
        String value = values[0];
        long number = digits(value);
        if (number < least || number > most) {
            throw bad(name, least, most, "was '%s'".formatted(Json.echo(value)));
        }
        return (int) number;
    }

    /**
     * Returns a number of ASCII digits, so that a number has only one spelling apart from leading zeros; -1 for any
     * other text.
     */
    private static long digits(String value) {
        if (value.isEmpty() || value.length() > 9) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < value.length(); i++) {
            char digit = value.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            number = number * 10 + (digit - '0');
        }
        return number;
    }

    private static RefusedException bad(String name, int least, int most, String problem) {
        return new RefusedException(
                RefusedException.BAD_REQUEST,
                "%s must be a whole number %d..%d, %s".formatted(name, least, most, problem));
    }
}
