package io.ceiling.load.socket;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, and how to get in.
 *
 * @param host the server's address
 * @param contextPath {@code ""} or {@code "/name"}
 * @param access how to get in; null for plain HTTP to {@code host} by its address
 */
public record ServerAddress(String host, int port, String contextPath, @Nullable Access access)
        implements Serializable {

    private static final long serialVersionUID = 1;

    public ServerAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port must be 1..65535, was %d".formatted(port));
        }
    }

    /** Returns the address of a server on this host that speaks plain HTTP. */
    public static ServerAddress local(int port, String contextPath) {
        return new ServerAddress("127.0.0.1", port, contextPath, null);
    }
}
