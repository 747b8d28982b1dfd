package io.ceiling.webapp;

import io.ceiling.protocol.RefusedException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the request asynchronous and completes it in a thread of this application, to show the cost of an AsyncContext
 * and two hand-overs.
 */
public final class AnswerThreadServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    private static final int THREADS = 2;

    // Starts no thread before the first request; null before init.
    private transient @Nullable ExecutorService threads;

    public AnswerThreadServlet() {
        super("GET");
    }

    @Override
    public void init() {
        threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "ceiling-answer");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void destroy() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response) throws RefusedException {
        Answer.refuseParameters(request);
        ExecutorService ready = threads;
        if (ready == null) {
            throw new RefusedException(RefusedException.UNAVAILABLE, "the servlet has not started");
        }
        AsyncContext async = request.startAsync();
        ready.execute(() -> complete(async));
    }

    static void complete(AsyncContext async) {
        try {
            Answer.write(async.getResponse());
        } catch (IOException e) {
            // The client has disconnected and the container ends the request; completing it as well could hit another
            // one (see AsyncHold).
            return;
        } catch (RuntimeException e) {
            // Completed below in any case, so that the request does not wait for its time-out.
        }
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // The container has already completed the request, because the client has disconnected.
        }
    }
}
