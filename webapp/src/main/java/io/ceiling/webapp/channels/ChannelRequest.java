package io.ceiling.webapp.channels;

import io.ceiling.protocol.Json;
import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * A request whose Atmosphere headers may also be query parameters, since EventSource cannot send headers.
 *
 * <p>Atmosphere reads the query too, except while another client opens a WebSocket, so this class does not rely on it.
 */
final class ChannelRequest extends HttpServletRequestWrapper {

    static final String TRACKING_ID = "X-Atmosphere-tracking-id";

    private static final String TRANSPORT = "X-Atmosphere-Transport";

    private @Nullable String client;

    ChannelRequest(HttpServletRequest request) throws RefusedException {
        super(request);
        String id = headerOrParameter(TRACKING_ID);
        // Atmosphere's own clients send zero to request an id.
        if (id != null && !id.equals("0") && !id.matches("[A-Za-z0-9-]{8,64}")) {
            throw new RefusedException(
                    RefusedException.BAD_REQUEST,
                    "%s must be 8..64 of letters, digits, '-', was '%s'".formatted(TRACKING_ID, Json.echo(id)));
        }
        client = "0".equals(id) ? null : id;
    }

    @Nullable
    String transport() {
        return headerOrParameter(TRANSPORT);
    }

    /** Returns the client's tracking id; null if it has none yet. */
    @Nullable
    String client() {
        return client;
    }

    void client(String id) {
        client = id;
    }

    private @Nullable String headerOrParameter(String name) {
        String value = super.getHeader(name);
        return value == null ? super.getParameter(name) : value;
    }

    @Override
    public @Nullable String getHeader(String name) {
        if (name.equalsIgnoreCase(TRACKING_ID)) {
            return client;
        }
        return name.equalsIgnoreCase(TRANSPORT) ? transport() : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        if (name.equalsIgnoreCase(TRACKING_ID) || name.equalsIgnoreCase(TRANSPORT)) {
            String value = getHeader(name);
            return value == null
                    ? Collections.emptyEnumeration()
                    : Collections.enumeration(Collections.singleton(value));
        }
        return super.getHeaders(name);
    }
}
