package io.ceiling.webapp;

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
 * WebSocket {@code /ws/upper}: the text in upper case. One instance serves all sessions, so that a held connection costs
 * no more than the container's own objects and one message handler. Public because Jetty wants it so.
 */
public final class UpperEndpoint extends Endpoint {

    private static final int LONGEST_MESSAGE = 64 << 10;

    private final Gauges gauges;
    private final int most;

    private UpperEndpoint(Gauges gauges, int most) {
        this.gauges = gauges;
        this.most = most;
    }

    /** @param most sessions at once */
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
            // Gone already, which is what was wanted.
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        gauges.decrement(Gauge.UPPER_SESSIONS);
    }

    @Override
    public void onError(Session session, Throwable thrown) {
        // A client that went away is no event here: onClose follows, and the gauge tells.
    }

    /** Not a lambda: a container finds the type of the message in the class. */
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
