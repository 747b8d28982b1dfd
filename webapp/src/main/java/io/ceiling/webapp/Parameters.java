package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.Set;

/** The query parameters of one request, checked. */
public final class Parameters {

    private final HttpServletRequest request;

    private Parameters(HttpServletRequest request) {
        this.request = request;
    }

    /**
     * The parameters of that request.
     *
     * @throws RefusedException if it has others than those allowed, which is most often a misspelt name
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
            // Each container has its own exception for a query string that cannot be decoded.
            throw new RefusedException(
                    RefusedException.BAD_REQUEST,
                    "query string cannot be decoded: " + Json.echo(String.valueOf(e.getMessage())));
        }
    }

    /** A parameter that must be there. */
    public int number(String name, int least, int most) throws RefusedException {
        String[] values = request.getParameterValues(name);
        if (values == null) {
            throw bad(name, least, most, "is missing");
        }
        return parse(name, values, least, most);
    }

    /** A parameter that may be left out. */
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

    /** Plain ASCII digits only, so that one number has one spelling; -1 for all else. */
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
