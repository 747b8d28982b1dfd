package io.ceiling.reference;

import io.ceiling.protocol.Parameters;
import io.ceiling.protocol.RefusedException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the query parameters of a request. */
final class Query {

    private Query() {}

    /**
     * Returns the checked parameters of a query string.
     *
     * @throws RefusedException if one is not in {@code allowed}, or the string cannot be decoded
     */
    static Parameters of(String text, Set<String> allowed) throws RefusedException {
        Map<String, List<String>> values = new LinkedHashMap<>();
        try {
            for (String part : text.split("&")) {
                if (!part.isEmpty()) {
                    int equals = part.indexOf('=');
                    values.computeIfAbsent(
                                    decoded(equals < 0 ? part : part.substring(0, equals)), key -> new ArrayList<>())
                            .add(equals < 0 ? "" : decoded(part.substring(equals + 1)));
                }
            }
        } catch (IllegalArgumentException e) {
            throw Parameters.undecodable(e);
        }
        return new Parameters(values.keySet(), allowed, name -> {
            List<String> given = values.get(name);
            return given == null ? null : given.toArray(String[]::new);
        });
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
