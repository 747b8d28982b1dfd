package io.ceiling.webapp.channels;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.atmosphere.cpr.AtmosphereResource;

/** Writes to a suspended connection. The caller holds the subscriber's writing lock. */
final class ConnectionWriter {

    private ConnectionWriter() {}

    /** Writes messages, each in its own frame. */
    static void write(AtmosphereResource resource, Transport transport, List<?> messages) throws IOException {
        if (transport == Transport.WEBSOCKET) {
            for (Object message : messages) {
                resource.write(message.toString());
            }
            return;
        }
        OutputStream out = resource.getResponse().getResponse().getOutputStream();
        for (Object message : messages) {
            out.write(transport.frame(message.toString()));
        }
        if (!transport.polls()) {
            // A poll is ended next, and the container then flushes it in its own thread. That is better wherever
            // possible: if a flush fails in another thread, Tomcat (11.0.25) may give the response to the next request
            // before it notes the failure, and so break off that request.
            out.flush();
        }
    }

    static void write(AtmosphereResource resource, byte[] bytes) throws IOException {
        OutputStream out = resource.getResponse().getResponse().getOutputStream();
        out.write(bytes);
        out.flush();
    }
}
