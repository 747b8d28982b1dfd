package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.Set;

/** The checked query parameters of one request. */
public final class Parameters {

    private final HttpServletRequest request;

    private Parameters(HttpServletRequest request) {
        this.request = request;
    }

    /**
     * Returns the parameters of a request.
     *
     * @throws RefusedException if a parameter is not in {@code allowed}, which is usually a misspelt name
     */
    public static Parameters of(HttpServletRequest request, Set<String> allowed) throws RefusedException {
        for (Enumeration<String> names = names(request); names.hasMoreElements(); ) {
            String name = names.nextElement();
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
        return new Parameters(request);
    }

    private static Enumeration<String> names(HttpServletRequest request) throws RefusedException {
        try {
            return request.getParameterNames();
        } catch (RuntimeException e) {
            // Each container throws its own exception if it cannot decode a query string.
            throw new RefusedException(
                    RefusedException.BAD_REQUEST,
                    "query string cannot be decoded: " + Json.echo(String.valueOf(e.getMessage())));
        }
    }

    /**
     * Returns the value of a required parameter.
     *
     * @throws RefusedException if it is missing, or no number from {@code least} to {@code most}
     */
    public int number(String name, int least, int most) throws RefusedException {
        String[] values = request.getParameterValues(name);
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
        String[] values = request.getParameterValues(name);
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
