package io.ceiling.webapp.hold;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An asynchronous request that is held without a thread. Thread-safe. */
final class AsyncHold implements AsyncListener, Holds.EndAction {

    private volatile @Nullable AsyncContext context;
    private volatile Holds.@Nullable Ticket ticket;
    private volatile Holds.HoldEnd end = Holds.HoldEnd.RELEASED;
    // The end may come while the first part is being written; whichever of the two is second ends the answer.
    private final AtomicBoolean begunOrEnded = new AtomicBoolean();

    void begin(AsyncContext async, Holds.Ticket held) throws IOException {
        context = async;
        ticket = held;
        async.setTimeout(0);
        async.addListener(this);
        HoldResponse.begin(async.getResponse());
        if (begunOrEnded.getAndSet(true)) {
            finish();
        }
    }

    @Override
    public void end(Holds.HoldEnd how) {
        end = how;
        if (begunOrEnded.getAndSet(true)) {
            finish();
        }
    }

    private void finish() {
        AsyncContext async = context;
        if (async == null) {
            return;
        }
        try {
            HoldResponse.end(async.getResponse(), end);
        } catch (IOException | RuntimeException e) {
            // The client has disconnected and the container ends the request. Completing it as well could hit another
            // request that has been given the same request object. Other held requests wait for their release.
            return;
        }
        complete(async);
    }

    private static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (RuntimeException e) {
            // The container has already completed the request, because the client has disconnected.
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        Holds.Ticket held = ticket;
        if (held != null) {
            held.cancel();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        onError(event);
    }

    @Override
    public void onError(AsyncEvent event) {
        onComplete(event);
        complete(event.getAsyncContext());
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
