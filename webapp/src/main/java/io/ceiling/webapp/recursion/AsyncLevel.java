package io.ceiling.webapp.recursion;

import io.ceiling.webapp.JsonAnswer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A level of the asynchronous recursion, from its start to its answer; it waits for the next level without a thread.
 */
final class AsyncLevel implements AsyncListener {

    private final Level level;
    private final Chains chains;
    private final AsyncContext context;
    private final AsynchronousSocketChannel channel;
    private final PendingCall call;
    private final LevelReply reply = new LevelReply();
    private final AtomicBoolean finished = new AtomicBoolean();
    private @Nullable ByteBuffer unsent;

    AsyncLevel(Level level, Chains chains, AsyncContext context, AsynchronousSocketChannel channel) {
        this.level = level;
        this.chains = chains;
        this.context = context;
        this.channel = channel;
        this.call = new PendingCall(level.number(), channel);
    }

    void begin() {
        chains.suspend();
        level.chain().push(call);
        try {
            channel.connect(level.chain().selfCall().address(), this, CONNECTED);
        } catch (Throwable t) {
            fail(t);
        }
    }

    private void connected() {
        unsent = ByteBuffer.wrap(level.chain().selfCall().request(level.number() + 1));
        channel.write(unsent, this, WRITTEN);
    }

    private void written() {
        if (unsent != null && unsent.hasRemaining()) {
            channel.write(unsent, this, WRITTEN);
            return;
        }
        unsent = null;
        read();
    }

    private void read() {
        channel.read(ByteBuffer.wrap(reply.buffer(), reply.size(), reply.buffer().length - reply.size()), this, READ);
    }

    private void received(int count) throws LevelFailureException {
        if (reply.accept(count)) {
            finish(level.chain().passUp(reply.body()));
        } else {
            read();
        }
    }

    private void fail(Throwable thrown) {
        if (finished.get()) {
            return;
        }
        byte[] answer;
        try {
            answer = level.failChain(call, thrown);
        } catch (Throwable t) {
            answer = null;
        }
        finish(answer);
    }

    // Passes the answer up and ends this level; only the first call counts.
    // answer: the answer; null if memory does not suffice for one
    private void finish(byte @Nullable [] answer) {
        if (!finished.compareAndSet(false, true)) {
            return;
        }
        try {
            channel.close();
        } catch (Throwable t) {
            // Nothing more will be read from the channel.
        }
        level.chain().pop(call);
        chains.resume();
        // Before the answer is sent, because a client that has the answer may read the gauges.
        chains.leave(level);
        try {
            HttpServletResponse response = (HttpServletResponse) context.getResponse();
            if (answer == null) {
                response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            } else {
                JsonAnswer.send(response, HttpServletResponse.SC_OK, answer);
            }
        } catch (IOException e) {
            // The level above has disconnected and the container ends this request. Completing it as well could hit
            // another request that has been given the same request object.
            return;
        } catch (Throwable t) {
            // No memory for the answer; the level above gets an empty one.
        }
        try {
            context.complete();
        } catch (Throwable t) {
            // The container has already completed the request.
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        if (!finished.get()) {
            fail(new LevelFailureException("lost the level above"));
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        onError(event);
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable thrown = event.getThrowable();
        fail(thrown == null ? new LevelFailureException("lost the level above") : thrown);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}

    // Completion handler of one step of the exchange; one instance of each step serves all levels.
    private abstract static class Step<V> implements CompletionHandler<V, AsyncLevel> {

        abstract void done(V result, AsyncLevel level) throws Exception;

        @Override
        public void completed(V result, AsyncLevel level) {
            try {
                done(result, level);
            } catch (Throwable t) {
                level.fail(t);
            }
        }

        @Override
        public void failed(Throwable thrown, AsyncLevel level) {
            level.fail(thrown);
        }
    }

    private static final Step<@Nullable Void> CONNECTED = new Step<>() {
        @Override
        void done(@Nullable Void result, AsyncLevel level) {
            level.connected();
        }
    };

    private static final Step<Integer> WRITTEN = new Step<>() {
        @Override
        void done(Integer count, AsyncLevel level) {
            level.written();
        }
    };

    private static final Step<Integer> READ = new Step<>() {
        @Override
        void done(Integer count, AsyncLevel level) throws LevelFailureException {
            level.received(count);
        }
    };
}
