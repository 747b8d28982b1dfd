package io.ceiling.container.jetty;

import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The limit of connections, a bean that counts sockets; older releases of Jetty 12.0 do not have it. */
final class ConnectionLimits {

    private static final boolean KNOWN = isKnown();

    private ConnectionLimits() {}

    /** Returns false if this release of Jetty has no such limit. */
    static boolean areKnown() {
        return KNOWN;
    }

    private static boolean isKnown() {
        try {
            Class.forName("org.eclipse.jetty.server.NetworkConnectionLimit");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static void set(Server server, ServerConnector connector, int most) {
        server.addBean(new NetworkConnectionLimit(most, connector));
    }

    /** Returns the limit, which becomes a bean of the connector when the server starts; -1 if there is none. */
    static long of(ServerConnector connector) {
        if (!KNOWN) {
            return -1;
        }
        NetworkConnectionLimit limit = connector.getBean(NetworkConnectionLimit.class);
        return limit == null ? -1 : limit.getMaxNetworkConnectionCount();
    }
}
