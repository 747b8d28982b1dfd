package io.ceiling.webapp.recursion;

import io.ceiling.protocol.Json;
import io.ceiling.webapp.access.AccessRule;
import io.ceiling.webapp.access.Network;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Address of the server that the recursion calls instead of itself. Instances that each call the next one, and the last
 * one the first, form a ring.
 *
 * <p>The address is a setting of this server. No request can choose it.
 */
public final class NextInstance {

    /** Name of the setting, and of the context attribute in which the container finds the value in use. */
    public static final String NAME = "ceiling.recursion.next";

    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[.+]|[^:]+):([0-9]{1,5})");

    private NextInstance() {}

    /**
     * Returns the address in a text; null if the text is empty, which means no ring.
     *
     * @param allowed rule of the clients of this WAR; only addresses that it allows may be called
     * @throws IllegalStateException with one line that names the text and what is allowed
     */
    public static @Nullable InetSocketAddress parse(String text, AccessRule allowed) {
        if (text.isEmpty()) {
            return null;
        }
        Matcher parts = HOST_AND_PORT.matcher(text);
        InetAddress address = parts.matches() ? Network.literal(parts.group(1)) : null;
        int port = address == null ? 0 : Integer.parseInt(parts.group(2));
        if (address == null || port < 1 || port > 65_535) {
            throw new IllegalStateException(
                    "%s must be an IP address and a port such as 127.0.0.1:8080 or [::1]:8080, was '%s'"
                            .formatted(NAME, Json.echo(text)));
        }
        if (!allowed.allows(address.getHostAddress(), null)) {
            throw new IllegalStateException(
                    "%s must be in a network of ceiling.allow, was '%s'".formatted(NAME, Json.echo(text)));
        }
        return new InetSocketAddress(address, port);
    }
}
