package io.ceiling.webapp.channels;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.AtmosphereResourceFactory;

/**
 * Streams whose client has disconnected, to be ended if the container does not end them. Thread-safe.
 *
 * <p>Tomcat ends such a request by itself after the write that failed, and may have given its object to another client
 * by the time at which another thread could end it; Jetty never ends it. So each stream is left alone for 2 s and then
 * ended if it is still known.
 */
final class DepartedStreams {

    private static final long PATIENCE_NANOS = 2_000_000_000;

    private final AtmosphereResourceFactory known;
    private final Queue<Stream> streams = new ConcurrentLinkedQueue<>();

    private record Stream(AtmosphereResource resource, long sinceNanos) {}

    /** Creates an empty queue; {@code known} has the connections whose end Atmosphere has not seen yet. */
    DepartedStreams(AtmosphereResourceFactory known) {
        this.known = known;
    }

    void add(AtmosphereResource resource, long nowNanos) {
        streams.add(new Stream(resource, nowNanos));
    }

    /** Ends the streams that the container should have ended by now. */
    void end(long nowNanos) {
        for (Stream next = streams.peek();
                next != null && nowNanos - next.sinceNanos() > PATIENCE_NANOS;
                next = streams.peek()) {
            streams.remove();
            end(next.resource());
        }
    }

    private void end(AtmosphereResource resource) {
        if (known.find(resource.uuid()) != resource) {
            return;
        }
        try {
            resource.close();
        } catch (IOException | RuntimeException e) {
            // The container has ended it in the meantime.
        }
        if (known.find(resource.uuid()) == resource) {
            AtmosphereResource ignored = known.remove(resource.uuid());
        }
    }
}
