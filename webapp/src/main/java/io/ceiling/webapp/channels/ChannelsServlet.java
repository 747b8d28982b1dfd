package io.ceiling.webapp.channels;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.Json;
import io.ceiling.webapp.RefusedException;
import io.ceiling.webapp.Webapp;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.AtmosphereServlet;
import org.atmosphere.cpr.BroadcasterFactory;
import org.atmosphere.cpr.FrameworkConfig;
import org.jspecify.annotations.Nullable;

/**
 * {@code /channels}: a GET opens a connection for messages, a POST carries one message of the client. WebSockets do not
 * come here: Atmosphere's own endpoint takes them to the same handler.
 */
public final class ChannelsServlet extends AtmosphereServlet {

    private static final long serialVersionUID = 1L;

    /** Held, or the logging system forgets its level. */
    private static final Logger ATMOSPHERE_LOG = Logger.getLogger("org.atmosphere");

    private transient @Nullable Services services;

    /** Made at the start of the servlet. */
    private record Services(
            ChannelLimits limits, Gauges gauges, Subscribers subscribers, ChannelActions actions, Reaper reaper) {}

    @Override
    public void init(ServletConfig config) throws ServletException {
        if (ATMOSPHERE_LOG.getLevel() == null) {
            ATMOSPHERE_LOG.setLevel(Level.WARNING);
        }
        super.init(config);
        Webapp webapp = Webapp.of(config.getServletContext());
        ChannelLimits limits = ChannelLimits.of(webapp.settings());
        BroadcasterFactory factory = framework().getBroadcasterFactory();
        AtomicLong made = new AtomicLong();
        Subscribers[] clients = new Subscribers[1];
        Channels channels = new Channels(
                identifier -> {
                    // A number makes the name unique: a channel may begin anew while its predecessor is destroyed.
                    ChannelBroadcaster broadcaster = factory.get(
                            ChannelBroadcaster.class, "/channels/" + identifier + "/" + made.incrementAndGet());
                    broadcaster.clients(clients[0]);
                    return broadcaster;
                },
                limits.channels());
        Subscribers subscribers = new Subscribers(channels, limits, webapp.gauges());
        clients[0] = subscribers;
        ChannelActions actions = new ChannelActions(channels, subscribers);
        framework()
                .addAtmosphereHandler(
                        "/channels", new ChannelsHandler(subscribers, actions), factory.get(Lobby.class, "lobby"));
        services = new Services(limits, webapp.gauges(), subscribers, actions, new Reaper(subscribers));
    }

    @Override
    public void destroy() {
        if (services != null) {
            services.reaper().close();
        }
        super.destroy();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Services all = Objects.requireNonNull(services);
        try {
            if (request.getMethod().equals("GET")) {
                open(request, response, all);
            } else if (request.getMethod().equals("POST")) {
                Json.send(response, HttpServletResponse.SC_OK, perform(request, all));
            } else {
                response.setHeader("Allow", "GET, POST");
                throw new RefusedException(
                        RefusedException.METHOD_NOT_ALLOWED,
                        "method must be GET or POST, was " + Json.echo(request.getMethod()));
            }
        } catch (RefusedException e) {
            if (e.status() == RefusedException.UNAVAILABLE) {
                all.gauges().increment(Gauge.REFUSALS);
            }
            Json.send(response, e.status(), Json.error(String.valueOf(e.getMessage())));
        }
    }

    private void open(HttpServletRequest request, HttpServletResponse response, Services all)
            throws ServletException, IOException, RefusedException {
        ChannelRequest wrapped = new ChannelRequest(request);
        Transport transport = Transport.ofGet(wrapped.transport());
        String client = wrapped.client();
        wrapped.client(client == null ? UUID.randomUUID().toString() : client);
        wrapped.setAttribute(ChannelsHandler.TRANSPORT, transport);
        super.doGet(wrapped, response);
        Object resource = wrapped.getAttribute(FrameworkConfig.ATMOSPHERE_RESOURCE);
        if (!(resource instanceof AtmosphereResource suspended)) {
            throw new ServletException("Atmosphere did not open the connection");
        }
        if (!transport.polls()) {
            // The client learns at once that it is connected.
            response.flushBuffer();
        }
        // Not before the request is asynchronous: a message that came earlier could not end the poll.
        all.subscribers().deliver(suspended);
    }

    private static String perform(HttpServletRequest request, Services all) throws IOException, RefusedException {
        ChannelMessage message = ChannelMessage.parse(body(request, all.limits().messageBytes()));
        if (message.action() == ChannelMessage.Action.PUBLISH) {
            return "{\"published\":" + Json.quote(message.identifier()) + ",\"request\":"
                    + all.actions().publish(message) + "}";
        }
        String client = new ChannelRequest(request).client();
        if (client == null) {
            throw new RefusedException(
                    RefusedException.BAD_REQUEST,
                    ChannelRequest.TRACKING_ID + " is missing: it tells which connection is to get the messages");
        }
        return Objects.requireNonNull(all.actions().perform(message, client));
    }

    private static String body(HttpServletRequest request, int most) throws IOException, RefusedException {
        byte[] body = request.getInputStream().readNBytes(most + 1);
        if (body.length > most) {
            throw new RefusedException(
                    RefusedException.BAD_REQUEST,
                    "message must have at most %d bytes. Hint: raise ceiling.channels.message-bytes".formatted(most));
        }
        return new String(body, StandardCharsets.UTF_8);
    }
}
