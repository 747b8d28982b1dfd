package io.ceiling.harness.reading;

/**
 * The sockets of this host's connections to the port of one server. A figure that could not be read is not seen: those
 * of the server, if it is on another host or in a network of its own.
 *
 * @param server sockets of the server
 * @param client sockets of its clients on this host, whichever process they belong to
 */
public record TargetSockets(ServerSockets server, ClientSockets client) {

    /** Sockets of which nothing could be seen. */
    public static final TargetSockets NOT_SEEN = new TargetSockets(ServerSockets.NOT_SEEN, ClientSockets.NOT_SEEN);

    /**
     * The sockets of the server.
     *
     * @param accepted connections that the server has accepted and not closed
     * @param waiting connections that it has not accepted yet
     * @param unread accepted connections on which bytes have arrived that it has not read: requests that wait
     */
    public record ServerSockets(Observation accepted, Observation waiting, Observation unread) {

        public static final ServerSockets NOT_SEEN =
                new ServerSockets(Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN);
    }

    /**
     * The sockets of its clients.
     *
     * @param connecting connections for which the server's host has not answered yet
     * @param open connections that are open, or are being closed
     * @param ports local ports that connections of one source address take, the largest number of any; those in
     *     TIME_WAIT included
     */
    public record ClientSockets(Observation connecting, Observation open, Observation ports) {

        public static final ClientSockets NOT_SEEN =
                new ClientSockets(Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN);
    }

    /** Returns the connections of which at least one end was seen. */
    public long connections() {
        long clients = client.connecting().orElse(0) + client.open().orElse(0);
        long ofServer = server.accepted().orElse(0) + server.waiting().orElse(0);
        return Math.max(clients, ofServer);
    }

    /** Returns the connections that wait: to be connected, to be accepted, or for a request to be read. */
    public long unserved() {
        return client.connecting().orElse(0)
                + server.waiting().orElse(0)
                + server.unread().orElse(0);
    }
}
