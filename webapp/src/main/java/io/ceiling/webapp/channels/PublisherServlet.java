package io.ceiling.webapp.channels;

import io.ceiling.protocol.Parameters;
import io.ceiling.protocol.Publisher;
import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.JsonAnswer;
import io.ceiling.webapp.Query;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;

/** Serves {@code POST /publisher}: the server publishes messages to its channels for a number of seconds. */
public final class PublisherServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public PublisherServlet() {
        super("POST");
    }

    static Publisher publisher(ServletContext context) {
        return (Publisher) Objects.requireNonNull(
                context.getAttribute(Publisher.class.getName()), "the servlet of the channels has not started");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Parameters parameters = Query.of(request, Set.of("per-second", "bytes", "identifiers", "seconds", "seed"));
        ChannelLimits limits = ChannelLimits.of(webapp().settings());
        int mostBytes = limits.messageBytes();
        int mostSeconds = webapp().settings().number("ceiling.publish.seconds", 1, 86_400);
        int leastBytes = Publisher.FRAME_BYTES + Publisher.STAMPS_CHARS;
        publisher(getServletContext())
                .start(new Publisher.Order(
                        parameters.number("per-second", 0, limits.publishPerSecond()),
                        parameters.number("bytes", leastBytes, Math.max(mostBytes, leastBytes)),
                        parameters.number("identifiers", 1, limits.channels()),
                        parameters.number("seconds", 1, mostSeconds),
                        parameters.number("seed", 0, Integer.MAX_VALUE, 0)));
        JsonAnswer.send(response, HttpServletResponse.SC_OK, "{\"publishing\":true}");
    }
}
