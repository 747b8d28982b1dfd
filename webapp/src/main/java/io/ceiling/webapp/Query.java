package io.ceiling.webapp;

import io.ceiling.protocol.Parameters;
import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Reads the query parameters of a request. */
public final class Query {

    private Query() {}

    /**
     * Returns the checked parameters.
     *
     * @throws RefusedException if one is not in {@code allowed}, or the query string cannot be decoded
     */
    public static Parameters of(HttpServletRequest request, Set<String> allowed) throws RefusedException {
        List<String> names;
        try {
            names = Collections.list(request.getParameterNames());
        } catch (RuntimeException e) {
            // Each container throws its own exception if it cannot decode a query string.
            throw Parameters.undecodable(e);
        }
        return new Parameters(names, allowed, request::getParameterValues);
    }
}
