package io.ceiling.livepage;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /live}: server-sent events with the readings, one immediately and one each second. */
final class EventsServlet extends GetServlet {

    private static final long serialVersionUID = 1L;

    private static final String CAP = "ceiling.live.viewers";
    private static final int MAX_VIEWERS = 1000;

    private transient @Nullable Viewers viewers;
    private transient @Nullable Sampler sampler;

    @Override
    public void init() {
        int cap = cap(String.valueOf(((Map<?, ?>) Objects.requireNonNull(
                        getServletContext().getAttribute("ceiling.settings"), "the application has not started"))
                .get(CAP)));
        Sampler made = Sampler.of(getServletContext());
        sampler = made;
        viewers = new Viewers(cap, made);
    }

    private static int cap(String value) {
        if (!value.matches("\\d{1,4}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > MAX_VIEWERS) {
            throw new IllegalStateException(
                    "%s must be a whole number 1..%d, was '%s'".formatted(CAP, MAX_VIEWERS, value));
        }
        return Integer.parseInt(value);
    }

    @Override
    public void destroy() {
        if (viewers != null) {
            viewers.close();
        }
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!hasNoParameter(request, response)) {
            return;
        }
        Viewers all = Objects.requireNonNull(viewers);
        if (!all.reserve()) {
            // Counted by the application, as its own refusals are.
            ((Runnable) getServletContext().getAttribute("ceiling.refused")).run();
            refuse(
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    "%d clients watch /live, no more are allowed. Hint: raise %s".formatted(all.cap(), CAP));
            return;
        }
        boolean added = false;
        try {
            all.add(begin(request, response, all));
            added = true;
        } finally {
            if (!added) {
                all.giveBack();
            }
        }
    }

    private Viewer begin(HttpServletRequest request, HttpServletResponse response, Viewers all) throws IOException {
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        String first = Objects.requireNonNull(sampler).event(new Sampler.Peaks(), all.count());
        response.getOutputStream().write(Viewers.bytes(first));
        response.flushBuffer();
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        Viewer viewer = new Viewer(async, all::remove);
        async.addListener(viewer);
        return viewer;
    }
}
