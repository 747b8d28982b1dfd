package io.ceiling.load;

import java.net.InetSocketAddress;

/** The text form {@code host:port} of an address; an IPv6 address stands in brackets. */
final class HostPort {

    private HostPort() {}

    /** @throws IllegalArgumentException if it is not of that form or the host has no address */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            String host = text.substring(0, Math.max(colon, 0)).replace("[", "").replace("]", "");
            InetSocketAddress address = new InetSocketAddress(host, port);
            if (!host.isEmpty() && port > 0 && !address.isUnresolved()) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Said below, as for a host without an address.
        }
        throw new IllegalArgumentException("expected host:port of a known host, got '%s'".formatted(text));
    }
}
