package io.ceiling.webapp.channels;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.atmosphere.cpr.AtmosphereResource;

/** Writes to a suspended connection; the caller holds the subscriber's writing lock. */
final class Wire {

    private Wire() {}

    /** Messages, each in its own frame. */
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
            // A poll is ended next, and the container flushes it then, in a thread of its own. That is better where
            // there is
            // a choice: in Tomcat (11.0.25) a flush that fails in another thread lets the container give the response
            // to the
            // next request before the failure is noted in it, and so breaks off that one.
            out.flush();
        }
    }

    static void write(AtmosphereResource resource, byte[] bytes) throws IOException {
        OutputStream out = resource.getResponse().getResponse().getOutputStream();
        out.write(bytes);
        out.flush();
    }
}
