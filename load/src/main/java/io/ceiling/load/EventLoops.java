package io.ceiling.load;

import io.ceiling.load.loop.LoadLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Calls to event loops. Each waits at most 30 s for a loop, and then throws an {@link IllegalStateException}. */
final class EventLoops {

    private static final long TIMEOUT_SECONDS = 30;

    private EventLoops() {}

    /** Returns the answer of each event loop, in their order. */
    static <T> List<T> fromEach(List<LoadLoop> loops, Function<LoadLoop, T> question) {
        List<Future<T>> answers = new ArrayList<>();
        for (LoadLoop loop : loops) {
            Callable<T> task = () -> question.apply(loop);
            answers.add(loop.eventLoop().submit(task));
        }
        return answers.stream().map(EventLoops::await).toList();
    }

    static <T> T await(Future<T> future) {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an event loop", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("event loop failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("event loop did not answer within %d s".formatted(TIMEOUT_SECONDS), e);
        }
    }

    /** Closes all connections of these loops and then ends their threads. */
    static void close(List<LoadLoop> loops, MultiThreadIoEventLoopGroup group) {
        for (LoadLoop loop : loops) {
            await(loop.eventLoop().submit(loop::close));
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
