package io.ceiling.webapp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server that the recursion calls where it does not call itself: instances that each call the next one, and the last
 * one the first, are a ring.
 *
 * <p>It is a setting of this server. Nothing in a request can choose it.
 */
final class NextInstance {

    /** The setting, and the context attribute in which the container finds what is used. */
    static final String NAME = "ceiling.recursion.next";

    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[.+]|[^:]+):([0-9]{1,5})");

    private NextInstance() {}

    /**
     * The address in that text; null if it is empty, since then there is no ring.
     *
     * @param allowed who may use this WAR; nobody else is called either
     * @throws IllegalStateException with one line that names the text and what is allowed
     */
    static @Nullable InetSocketAddress parse(String text, AccessRule allowed) {
        if (text.isEmpty()) {
            return null;
        }
        Matcher parts = HOST_AND_PORT.matcher(text);
        InetAddress address = parts.matches() ? Network.literal(parts.group(1)) : null;
        int port = address == null ? 0 : Integer.parseInt(parts.group(2));
        if (address == null || port < 1 || port > 65_535) {
            throw new IllegalStateException(
                    "%s must be an IP address and a port such as 127.0.0.1:8080 or [::1]:8080, was '%s'"
                            .formatted(NAME, text));
        }
        if (!allowed.allows(address.getHostAddress(), null)) {
            throw new IllegalStateException("%s must be in a network of ceiling.allow, was '%s'".formatted(NAME, text));
        }
        return new InetSocketAddress(address, port);
    }
}
