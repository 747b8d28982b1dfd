package io.ceiling.webapp.live;

import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.Parameters;
import io.ceiling.webapp.RefusedException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /live}: server-sent events with the readings of this WAR, one immediately and one each second. */
public final class LiveServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    private static final int MOST_VIEWERS = 1000;

    private transient @Nullable Viewers viewers;
    private transient @Nullable Sampler sampler;

    public LiveServlet() {
        super("GET");
    }

    @Override
    public void init() {
        Sampler made = new Sampler(getServletContext(), new Beans(ManagementFactory.getPlatformMBeanServer()));
        sampler = made;
        viewers =
                new Viewers(webapp().settings().number("ceiling.live.viewers", 1, MOST_VIEWERS), new Viewers.Source() {
                    @Override
                    public void look(Peaks peaks, int count) {
                        made.look(peaks, count);
                    }

                    @Override
                    public String event(Peaks peaks, int count) {
                        return made.read(peaks, count).toJson();
                    }
                });
    }

    @Override
    public void destroy() {
        if (viewers != null) {
            viewers.close();
        }
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Parameters.of(request, Set.of());
        Viewers all = Objects.requireNonNull(viewers);
        all.reserve();
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
        String first =
                Objects.requireNonNull(sampler).read(new Peaks(), all.count()).toJson();
        response.getOutputStream().write(Viewers.bytes(first));
        response.flushBuffer();
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        Viewer viewer = new Viewer(async, all::remove);
        async.addListener(viewer);
        return viewer;
    }
}
