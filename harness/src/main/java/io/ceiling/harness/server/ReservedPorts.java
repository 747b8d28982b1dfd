package io.ceiling.harness.server;

import io.ceiling.harness.model.Plural;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Free ports of this host for servers that must know each other's before any of them has started.
 *
 * <p>Notes. Each is held by a socket that is bound and does not listen. While it is open the kernel gives the port to
 * nobody who asks for any, neither to listen nor to connect from, but a server that sets SO_REUSEADDR, as Java's do, can
 * listen on it. So nobody comes in between; a port that was only looked up and let go could become a client's in the second
 * until the server has started.
 */
public final class ReservedPorts implements AutoCloseable {

    /** What a ring's servers are called by: they have IPv4 alone. */
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final List<Socket> sockets = new ArrayList<>();

    private ReservedPorts() {}

    /**
     * Reserves that many.
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

    /** Where the server of that index, from 0 on, is in a ring of as many as there are ports. */
    public Place inRing(int index) {
        return new Place(port(index), "127.0.0.1:" + port((index + 1) % sockets.size()));
    }

    private int port(int index) {
        return sockets.get(index).getLocalPort();
    }

    /** Lets them go; a server that listens on one by now keeps it. */
    @Override
    public void close() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // It ends with this process at the latest.
            }
        }
    }
}
