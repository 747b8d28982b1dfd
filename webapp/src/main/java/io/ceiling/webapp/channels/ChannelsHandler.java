package io.ceiling.webapp.channels;

import io.ceiling.protocol.ChannelMessage;
import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.atmosphere.cpr.AtmosphereHandler;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.AtmosphereResourceEvent;
import org.atmosphere.cpr.AtmosphereResourceEventListenerAdapter;
import org.jspecify.annotations.Nullable;

/** Handles the calls of Atmosphere: connections that open, incoming WebSocket messages, and outgoing messages. */
final class ChannelsHandler implements AtmosphereHandler {

    /** Request attribute with the transport of a plain GET. */
    static final String TRANSPORT = Transport.class.getName();

    private final Subscribers subscribers;
    private final ChannelActions actions;
    private final Gauges gauges;
    private final int messageBytes;
    private final boolean endsPolls;

    /**
     * Creates the handler of all connections.
     *
     * @param messageBytes maximum length of a WebSocket message in bytes
     * @param endsPolls true if this handler, and not the Broadcaster, ends a poll after a message
     */
    ChannelsHandler(
            Subscribers subscribers, ChannelActions actions, Gauges gauges, int messageBytes, boolean endsPolls) {
        this.subscribers = subscribers;
        this.actions = actions;
        this.gauges = gauges;
        this.messageBytes = messageBytes;
        this.endsPolls = endsPolls;
    }

    @Override
    public void onRequest(AtmosphereResource resource) throws IOException {
        Object transport = resource.getRequest().getAttribute(TRANSPORT);
        try {
            if (transport instanceof Transport plain) {
                open(resource, plain);
            } else if (resource.getRequest().getMethod().equals("GET")) {
                open(resource, Transport.WEBSOCKET);
                subscribers.deliver(resource);
            } else {
                receive(resource);
            }
        } catch (RefusedException e) {
            gauges.increment(Gauge.REFUSALS);
            resource.write(Json.error(String.valueOf(e.getMessage())));
            resource.close();
        }
    }

    private void open(AtmosphereResource resource, Transport transport) throws RefusedException {
        if (transport != Transport.WEBSOCKET) {
            resource.getResponse().setContentType(transport.contentType());
            resource.getResponse().setHeader("Cache-Control", "no-store");
        }
        subscribers.addConnection(resource, transport);
        resource.addEventListener(new Closing());
        resource.suspend();
    }

    // Handles a WebSocket message.
    private void receive(AtmosphereResource resource) throws IOException {
        @Nullable String answer;
        try {
            answer = actions.perform(ChannelMessage.parse(body(resource)), resource.uuid());
        } catch (RefusedException e) {
            if (e.status() == RefusedException.UNAVAILABLE) {
                gauges.increment(Gauge.REFUSALS);
            }
            answer = Json.error(String.valueOf(e.getMessage()));
        }
        if (answer != null) {
            resource.write(answer);
        }
    }

    private String body(AtmosphereResource resource) throws IOException, RefusedException {
        // Not by the request's reader, whose buffer of 16 KiB would stay with the connection.
        byte[] text = resource.getRequest().getInputStream().readNBytes(messageBytes + 1);
        if (text.length > messageBytes) {
            throw new RefusedException(
                    RefusedException.BAD_REQUEST,
                    "message must have at most %d bytes. Hint: raise ceiling.channels.message-bytes"
                            .formatted(messageBytes));
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Writes a message of a channel, or a list of kept ones. */
    @Override
    public void onStateChange(AtmosphereResourceEvent event) {
        Object message = event.getMessage();
        AtmosphereResource resource = event.getResource();
        if (message == null || event.isCancelled() || event.isResuming() || event.isResumedOnTimeout()) {
            return;
        }
        Subscriber subscriber = subscribers.find(resource.uuid());
        if (subscriber != null) {
            write(subscriber, resource, message instanceof List<?> kept ? kept : List.of(message));
        }
    }

    private void write(Subscriber subscriber, AtmosphereResource resource, List<?> messages) {
        // The caller holds this lock already, except for Atmosphere's own Broadcasters.
        subscriber.writingLock().lock();
        try {
            Subscriber.Connection currentConnection = subscriber.connection();
            if (currentConnection == null
                    || currentConnection.resource() != resource
                    || currentConnection.isAnswered()) {
                return;
            }
            ConnectionWriter.write(resource, currentConnection.transport(), messages);
            currentConnection.answered();
            gauges.add(Gauge.DELIVERIES_WRITTEN, messages.size());
            if (endsPolls && currentConnection.isAnswered()) {
                subscriber.outbox().add(new EndOfPoll(resource));
            }
        } catch (IOException e) {
            // Not passed on: Atmosphere would complete the request, which the container does itself after a failed
            // write. In Tomcat the second of the two can hit another client that has been given the same request
            // object.
            subscribers.onClosed(resource);
        } finally {
            subscriber.writingLock().unlock();
        }
    }

    // Ends a poll in a writer thread: the thread that wrote the message belongs to Atmosphere, which still uses the
    // request.
    private final class EndOfPoll implements Outbox.Write {

        private final AtmosphereResource resource;

        EndOfPoll(AtmosphereResource resource) {
            this.resource = resource;
        }

        @Override
        public void write() {
            subscribers.onWritten(resource);
        }

        @Override
        public void dropped() {
            subscribers.onWritten(resource);
        }
    }

    @Override
    public void destroy() {}

    // Listener for the end of a connection, which Atmosphere reports by one of these methods.
    private final class Closing extends AtmosphereResourceEventListenerAdapter {

        @Override
        public void onResume(AtmosphereResourceEvent event) {
            subscribers.onClosed(event.getResource());
        }

        @Override
        public void onDisconnect(AtmosphereResourceEvent event) {
            subscribers.onClosed(event.getResource());
        }

        @Override
        public void onThrowable(AtmosphereResourceEvent event) {
            subscribers.onClosed(event.getResource());
        }

        @Override
        public void onClose(AtmosphereResourceEvent event) {
            subscribers.onClosed(event.getResource());
        }
    }
}
