package io.ceiling.webapp;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * The WebSocket endpoint {@code /ws/upper}, which returns each text in upper case.
 *
 * <p>One instance serves all sessions, so that a held connection costs no more than the container's own objects and one
 * message handler. The class is public because Jetty requires it.
 */
public final class UpperEndpoint extends Endpoint {

    private static final int LONGEST_MESSAGE = 64 << 10;

    private final Gauges gauges;
    private final int most;

    private UpperEndpoint(Gauges gauges, int most) {
        this.gauges = gauges;
        this.most = most;
    }

    /**
     * Returns the configuration of an endpoint.
     *
     * @param most maximum number of sessions
     */
    static ServerEndpointConfig at(String path, Gauges gauges, int most) {
        UpperEndpoint endpoint = new UpperEndpoint(gauges, most);
        return ServerEndpointConfig.Builder.create(UpperEndpoint.class, path)
                .configurator(new ServerEndpointConfig.Configurator() {
                    @Override
                    public <T> T getEndpointInstance(Class<T> type) {
                        return type.cast(endpoint);
                    }
                })
                .build();
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        gauges.increment(Gauge.UPPER_SESSIONS);
        if (gauges.value(Gauge.UPPER_SESSIONS) > most) {
            refuse(session);
            return;
        }
        if (session.getMaxTextMessageBufferSize() <= 0) {
            // This container collects a message of any length: one client could fill the heap.
            session.setMaxTextMessageBufferSize(LONGEST_MESSAGE);
        }
        session.addMessageHandler(new Upper(session, gauges));
    }

    private void refuse(Session session) {
        gauges.increment(Gauge.REFUSALS);
        try {
            session.close(new CloseReason(
                    CloseReason.CloseCodes.TRY_AGAIN_LATER,
                    "%d WebSockets are held, no more are allowed. Hint: raise ceiling.hold.cap".formatted(most)));
        } catch (IOException e) {
            // The session has already been closed, as intended.
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        gauges.decrement(Gauge.UPPER_SESSIONS);
    }

    @Override
    public void onError(Session session, Throwable thrown) {
        // A client that disconnects is no error: onClose follows and updates the gauge.
    }

    // A class and not a lambda, because containers derive the type of the message from the class.
    private static final class Upper implements MessageHandler.Whole<String> {

        private final Session session;
        private final Gauges gauges;

        private Upper(Session session, Gauges gauges) {
            this.session = session;
            this.gauges = gauges;
        }

        @Override
        public void onMessage(String text) {
            gauges.increment(Gauge.UPPER_ANSWERS);
            try {
                session.getBasicRemote().sendText(text.toUpperCase(Locale.ROOT));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
