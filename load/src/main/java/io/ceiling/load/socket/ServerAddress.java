package io.ceiling.load.socket;

import org.jspecify.annotations.Nullable;

/**
 * Address of a server, and access to it.
 *
 * @param host host name or IP address
 * @param port TCP port, 1 to 65535
 * @param contextPath path of the web application, {@code ""} or {@code "/name"}
 * @param access access to an external server; null for plain HTTP with {@code host} as the server's name
 */
public record ServerAddress(String host, int port, String contextPath, @Nullable Access access) {

    public ServerAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port must be 1..65535, was %d".formatted(port));
        }
    }

    /** Returns the compression of messages that WebSockets offer. */
    public Compression compression() {
        return access == null ? Compression.NONE : access.compression();
    }

    /** Returns the address of a server on this host that speaks plain HTTP. */
    public static ServerAddress local(int port, String contextPath) {
        return new ServerAddress("127.0.0.1", port, contextPath, null);
    }
}
