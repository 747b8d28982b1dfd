package io.ceiling.harness.server;

import io.ceiling.harness.text.Plural;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Free ports of this host, for servers that must know each other's port before any of them has started.
 *
 * <p>Notes. Each port is held by a socket that is bound but does not listen. While the socket is open, the kernel does
 * not give the port to a process that asks for any free port, neither to listen nor to connect from it; but a server
 * that sets SO_REUSEADDR, as Java's do, can listen on it. A port that was only looked up and released could be taken by
 * a client before the server has started.
 */
public final class ReservedPorts implements AutoCloseable {

    // The address at which the servers of a ring call each other; they use IPv4 only.
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final List<Socket> sockets = new ArrayList<>();

    private ReservedPorts() {}

    /**
     * Reserves that many ports.
     *
     * @throws ServerStartException if the system has none left
     */
    public static ReservedPorts reserve(int count) {
        ReservedPorts ports = new ReservedPorts();
        try {
            for (int i = 0; i < count; i++) {
                Socket socket = new Socket();
                ports.sockets.add(socket);
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0));
            }
            return ports;
        } catch (IOException e) {
            ports.close();
            throw new ServerStartException(
                    "cannot reserve %s: %s".formatted(Plural.of(count, "port"), e.getMessage()), e);
        }
    }

    /**
     * Returns the place of a server in a ring of as many servers as there are ports.
     *
     * @param index index of the server, 0 for the first
     */
    public ServerPlace inRing(int index) {
        return new ServerPlace(port(index), "127.0.0.1:" + port((index + 1) % sockets.size()));
    }

    /** Returns the place of a server alone, on the first port. */
    public ServerPlace singleServerPlace() {
        return new ServerPlace(port(0), "");
    }

    private int port(int index) {
        return sockets.get(index).getLocalPort();
    }

    /** Releases the ports; a server that already listens on one keeps it. */
    @Override
    public void close() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // The socket is closed with this process at the latest.
            }
        }
    }
}
