package io.ceiling.harness.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The founder's end of the way to a node: numbers the calls and gives each its answer. */
final class MemberLink implements NodeLink {

    /** Sends a frame to the node; does not block. */
    @FunctionalInterface
    interface Way {
        // JGroups declares no less.
        void send(Frame frame) throws Exception;
    }

    private final String name;
    private final Way way;
    private final Map<Long, CompletableFuture<Frame>> awaited = new ConcurrentHashMap<>();
    private final Object order = new Object();
    private long number;
    private volatile @Nullable String gone;

    MemberLink(String name, Way way) {
        this.name = name;
        this.way = way;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public byte[] call(byte[] request, Duration patience) {
        if (request.length > Frame.MOST_BODY_BYTES) {
            throw new IllegalArgumentException("a request of %d bytes is too long, at most %d are sent at once"
                    .formatted(request.length, Frame.MOST_BODY_BYTES));
        }
        CompletableFuture<Frame> answer = new CompletableFuture<>();
        long called = send(request, answer);
        try {
            Frame answered = answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (answered.kind() == Frame.Kind.ANSWER) {
                return answered.body();
            }
            throw failed(answered.text(), null);
        } catch (TimeoutException | ExecutionException e) {
            throw failed("no answer within %d ms".formatted(patience.toMillis()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while its answer was awaited", e);
        } finally {
            awaited.remove(called);
        }
    }

    /** Numbers are sent in their order, so that a node can tell a call that somebody has recorded and sends again. */
    private long send(byte[] request, CompletableFuture<Frame> answer) {
        synchronized (order) {
            number++;
            awaited.put(number, answer);
            String end = gone;
            if (end != null) {
                awaited.remove(number);
                throw failed(end, null);
            }
            try {
                way.send(new Frame(Frame.Kind.CALL, number, request));
            } catch (Exception e) {
                awaited.remove(number);
                throw failed("the call could not be sent: " + Words.of(e), e);
            }
            return number;
        }
    }

    /** Takes an answer or a failure of the node. */
    void answered(Frame frame) {
        CompletableFuture<Frame> answer = awaited.get(frame.number());
        // The caller has stopped waiting if the answer was too late.
        if (answer != null) {
            answer.complete(frame);
        }
    }

    /** Ends all calls, those to come as well. */
    void lost(String reason) {
        gone = reason;
        awaited.forEach((called, answer) -> answer.complete(Frame.of(Frame.Kind.FAILED, called, reason)));
    }

    private ClusterException failed(String why, @Nullable Throwable cause) {
        String message = "node %s: %s".formatted(name, why);
        return cause == null ? new ClusterException(message) : new ClusterException(message, cause);
    }

    @Override
    public String toString() {
        return "node " + name;
    }
}
