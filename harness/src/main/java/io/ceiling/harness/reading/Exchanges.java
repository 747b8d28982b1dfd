package io.ceiling.harness.reading;

/**
 * The requests on the connections to one server, as the segments of its clients on this host show them.
 *
 * @param outstanding connections whose last request has no complete answer yet
 * @param answered requests that were answered since the first reading; connections that came and went between two
 *     readings are missing, so that it is not seen where most do
 */
public record Exchanges(Observation outstanding, Observation answered) {

    public static final Exchanges NOT_SEEN = new Exchanges(Observation.NOT_SEEN, Observation.NOT_SEEN);
}
