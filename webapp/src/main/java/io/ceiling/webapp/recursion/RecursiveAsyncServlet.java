package io.ceiling.webapp.recursion;

import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.JsonAnswer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Serves a level of the asynchronous recursion, which holds its connection and that of its call, but no thread. */
public final class RecursiveAsyncServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    // Number of threads that serve the calls of all levels.
    private static final int THREADS = 2;

    private transient @Nullable AsynchronousChannelGroup calls;

    public RecursiveAsyncServlet() {
        super("GET");
    }

    @Override
    public void init() throws ServletException {
        try {
            calls = AsynchronousChannelGroup.withFixedThreadPool(THREADS, task -> {
                Thread thread = new Thread(task, "ceiling-calls");
                thread.setDaemon(true);
                return thread;
            });
        } catch (IOException e) {
            throw new ServletException("cannot open the channel group of /recursive-async: " + e, e);
        }
    }

    @Override
    public void destroy() {
        try {
            if (calls != null) {
                calls.shutdownNow();
                if (!calls.awaitTermination(1, TimeUnit.SECONDS)) {
                    log("the channel group of /recursive-async still runs");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log("cannot close the channel group of /recursive-async: " + e);
        }
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Chains chains = webapp().chains();
        Level level = chains.level(request);
        if (!chains.enter(level)) {
            JsonAnswer.send(response, HttpServletResponse.SC_OK, level.chain().answer());
            return;
        }
        byte[] answer;
        if (level.isLast()) {
            answer = RecursionAnswer.answer(level.number(), null);
        } else {
            try {
                begin(request, level, chains);
                return;
            } catch (Throwable t) {
                answer = level.failChain(null, t);
            }
        }
        chains.leave(level);
        JsonAnswer.send(response, HttpServletResponse.SC_OK, answer);
        if (request.isAsyncStarted()) {
            request.getAsyncContext().complete();
        }
    }

    // Begins to call the next level. Throws only if nothing has begun; afterwards the level answers by itself.
    private void begin(HttpServletRequest request, Level level, Chains chains) throws IOException {
        AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(calls);
        AsyncLevel asyncLevel;
        try {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            asyncLevel = new AsyncLevel(level, chains, context, channel);
            context.addListener(asyncLevel);
        } catch (Throwable t) {
            channel.close();
            throw t;
        }
        asyncLevel.begin();
    }
}
