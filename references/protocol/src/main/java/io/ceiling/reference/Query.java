package io.ceiling.reference;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The checked query parameters of one request. */
final class Query {

    private static final int MOST_DIGITS = 9;

    private final Map<String, List<String>> values;

    private Query(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Returns the parameters of a query string.
     *
     * @throws Refusal if a parameter is not in {@code allowed}, or the string cannot be decoded
     */
    static Query of(String text, Set<String> allowed) throws Refusal {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String part : text.split("&")) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                String name = decoded(equals < 0 ? part : part.substring(0, equals));
                if (!allowed.contains(name)) {
                    throw new Refusal(
                            Refusal.BAD_REQUEST,
                            "unknown parameter '%s', allowed: %s"
                                    .formatted(
                                            Json.echo(name),
                                            String.join(
                                                    ", ",
                                                    allowed.stream().sorted().toList())));
                }
                values.computeIfAbsent(name, key -> new ArrayList<>())
                        .add(equals < 0 ? "" : decoded(part.substring(equals + 1)));
            }
        }
        return new Query(values);
    }

    private static String decoded(String text) throws Refusal {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    Refusal.BAD_REQUEST,
                    "query string cannot be decoded: " + Json.echo(String.valueOf(e.getMessage())));
        }
    }

    int number(String name, int least, int most) throws Refusal {
        if (!values.containsKey(name)) {
            throw bad(name, least, most, "is missing");
        }
        return number(name, least, most, least);
    }

    int number(String name, int least, int most, int otherwise) throws Refusal {
        List<String> given = values.getOrDefault(name, List.of());
        if (given.isEmpty()) {
            return otherwise;
        }
        if (given.size() != 1) {
            throw bad(name, least, most, "was given %d times".formatted(given.size()));
        }
        String value = given.get(0);
        long number = digits(value);
        if (number < least || number > most) {
            throw bad(name, least, most, "was '%s'".formatted(Json.echo(value)));
        }
        return (int) number;
    }

    /** Returns a number of ASCII digits; -1 for any other text. */
    private static long digits(String value) {
        boolean plain = !value.isEmpty()
                && value.length() <= MOST_DIGITS
                && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return plain ? Long.parseLong(value) : -1;
    }

    private static Refusal bad(String name, int least, int most, String problem) {
        return new Refusal(
                Refusal.BAD_REQUEST, "%s must be a whole number %d..%d, %s".formatted(name, least, most, problem));
    }
}
