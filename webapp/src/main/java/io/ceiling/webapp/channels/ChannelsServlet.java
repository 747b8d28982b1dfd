package io.ceiling.webapp.channels;

import io.ceiling.protocol.ChannelMessage;
import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.PublishRate;
import io.ceiling.protocol.Publisher;
import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.JsonAnswer;
import io.ceiling.webapp.Loop;
import io.ceiling.webapp.Webapp;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
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
import org.atmosphere.cpr.Broadcaster;
import org.atmosphere.cpr.BroadcasterFactory;
import org.atmosphere.cpr.FrameworkConfig;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code /channels}: a GET opens a connection for messages, a POST carries one message of the client. WebSockets
 * do not come here: Atmosphere's own endpoint passes them to the same handler.
 */
public final class ChannelsServlet extends AtmosphereServlet {

    private static final long serialVersionUID = 1L;

    // Held, because the log manager has only weak references to loggers and would forget the level.
    private static final Logger ATMOSPHERE_LOG = Logger.getLogger("org.atmosphere");

    // Query parameter of a GET that subscribes immediately.
    private static final String IDENTIFIER = "identifier";

    private transient @Nullable Services services;

    // The objects created at the start of the servlet.
    private record Services(
            ChannelLimits limits,
            Gauges gauges,
            Subscribers subscribers,
            ChannelActions actions,
            Loop reaper,
            Writers writers,
            Publisher publisher) {}

    @Override
    public void init(ServletConfig config) throws ServletException {
        if (ATMOSPHERE_LOG.getLevel() == null) {
            ATMOSPHERE_LOG.setLevel(Level.WARNING);
        }
        ServletContext context = config.getServletContext();
        Webapp webapp = Webapp.of(context);
        Gauges gauges = webapp.gauges();
        ChannelLimits limits = ChannelLimits.of(webapp.settings());
        super.init(new AtmosphereSettings(config, limits.messageBytes()));
        BroadcasterFactory factory = framework().getBroadcasterFactory();
        AtomicLong made = new AtomicLong();
        Subscribers[] clients = new Subscribers[1];
        Channels channels = new Channels(
                identifier -> {
                    // The number makes the name unique: a channel may be opened again while its predecessor is being
                    // destroyed.
                    Broadcaster broadcaster = factory.get("/channels/" + identifier + "/" + made.incrementAndGet());
                    if (broadcaster instanceof ChannelBroadcaster ours) {
                        ours.clients(Objects.requireNonNull(clients[0]));
                    }
                    return broadcaster;
                },
                limits.channels(),
                gauges);
        Writers writers = new Writers(Runtime.getRuntime().availableProcessors(), limits.writers());
        Subscribers subscribers = new Subscribers(
                channels,
                limits,
                gauges,
                writers,
                new DepartedStreams(framework().atmosphereFactory()));
        clients[0] = subscribers;
        ChannelActions actions = new ChannelActions(
                channels, subscribers, new PublishRate(limits.publishPerSecond(), System.nanoTime()));
        boolean ours = ChannelBroadcaster.class.getName().equals(framework().getDefaultBroadcasterClassName());
        framework()
                .addAtmosphereHandler(
                        "/channels",
                        new ChannelsHandler(subscribers, actions, gauges, limits.messageBytes(), !ours),
                        factory.get(Lobby.class, "lobby"));
        Publisher publisher = new Publisher(new ChannelDelivery(channels, writers), gauges, limits.publishPerSecond());
        context.setAttribute(Publisher.class.getName(), publisher);
        Loop reaper = Reaper.start(subscribers, () -> {
            gauges.set(Gauge.BROADCASTERS, factory.lookupAll().size());
            gauges.set(
                    Gauge.RESOURCES, framework().atmosphereFactory().findAll().size());
        });
        services = new Services(limits, gauges, subscribers, actions, reaper, writers, publisher);
    }

    @Override
    public void destroy() {
        if (services != null) {
            services.publisher().close();
            services.reaper().close();
            services.writers().close();
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
                JsonAnswer.send(response, HttpServletResponse.SC_OK, perform(request, all));
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
            JsonAnswer.send(response, e.status(), Json.error(String.valueOf(e.getMessage())));
        }
    }

    private void open(HttpServletRequest request, HttpServletResponse response, Services all)
            throws ServletException, IOException, RefusedException {
        ChannelRequest wrapped = new ChannelRequest(request);
        Transport transport = Transport.ofGet(wrapped.transport());
        String client = wrapped.client() == null ? UUID.randomUUID().toString() : String.valueOf(wrapped.client());
        wrapped.client(client);
        wrapped.setAttribute(ChannelsHandler.TRANSPORT, transport);
        all.subscribers().admit(client);
        @Nullable String answer = subscribe(request.getParameter(IDENTIFIER), client, all);
        super.doGet(wrapped, response);
        Object resource = wrapped.getAttribute(FrameworkConfig.ATMOSPHERE_RESOURCE);
        if (!(resource instanceof AtmosphereResource suspended)) {
            throw new ServletException("Atmosphere did not open the connection");
        }
        if (request.isAsyncStarted()) {
            request.getAsyncContext()
                    .addListener(new WriteBarrier(all.subscribers().writingLock(client)));
        }
        if (!transport.polls()) {
            // The client must learn immediately that it is connected.
            response.flushBuffer();
        }
        if (answer != null) {
            all.subscribers().answer(suspended, answer);
        }
        // Not before the request is asynchronous: an earlier message could not end the poll.
        all.subscribers().deliver(suspended);
    }

    // Returns the first answer to the client; null if this request does not subscribe, or the client was subscribed
    // already.
    private static @Nullable String subscribe(@Nullable String identifier, String client, Services all)
            throws RefusedException {
        return identifier == null || !all.subscribers().subscribe(client, ChannelMessage.identifier(identifier))
                ? null
                : ChannelActions.subscribed(identifier);
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
                    ChannelRequest.TRACKING_ID + " is missing: it identifies the connection that gets the messages");
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
