package io.ceiling.load.link;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A link to an agent that this process has forked, over the agent's standard input and output. Thread-safe.
 *
 * <p>Notes. One thread writes and one reads. Both start at once, because no thread may be left at the ceiling of a
 * server. A write may block for ever, since a stopped process does not empty its pipe. So only the writing thread
 * blocks on it; callers wait for the answer, for a bounded time.
 */
public final class PipeLink implements AgentLink, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long END_MILLIS = 1_000;
    private static final byte[] END = {};

    private final Process process;
    private final Duration patience;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<Envelope.Answered>> awaited = new ConcurrentHashMap<>();
    private final BlockingQueue<byte[]> unwritten = new LinkedBlockingQueue<>();
    private volatile @Nullable String gone;

    PipeLink(Process process, Duration patience) {
        this.process = process;
        this.patience = patience;
        start(this::write, "agent-requests-" + process.pid());
        start(this::read, "agent-answers-" + process.pid());
    }

    /**
     * Returns a link to a process that was just forked and whose pipes are not used otherwise. The process ends with
     * {@link #close}.
     */
    public static PipeLink to(Process process) {
        return new PipeLink(process, PATIENCE);
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public <A> PendingAnswer<A> send(Request<A> request) {
        long number = numbers.incrementAndGet();
        byte[] record = RecordPipe.encode(new Envelope.Asked(number, request));
        CompletableFuture<Envelope.Answered> answer = new CompletableFuture<>();
        awaited.put(number, answer);
        unwritten.add(record);
        String end = gone;
        if (end != null) {
            answer.complete(new Envelope.Answered(number, null, end));
        }
        long deadline = System.nanoTime() + patience.toNanos();
        return () -> await(request, number, answer, deadline);
    }

    private <A> A await(
            Request<A> request, long number, CompletableFuture<Envelope.Answered> pending, long deadlineNanos) {
        try {
            Envelope.Answered answered = pending.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (!request.answer().isInstance(answered.answer())) {
                throw failed(
                        request,
                        answered.failure() == null ? "its answer is of another kind" : answered.failure(),
                        null);
            }
            return request.answer().cast(answered.answer());
        } catch (TimeoutException | ExecutionException e) {
            throw failed(request, "no answer within %d ms".formatted(patience.toMillis()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(request, "interrupted while its answer was awaited", e);
        } finally {
            awaited.remove(number);
        }
    }

    // The message omits the content of the request, which may contain secrets of a server.
    private LinkException failed(Request<?> request, String why, @Nullable Throwable cause) {
        String message = "%s: %s: %s".formatted(this, request.getClass().getSimpleName(), why);
        return cause == null ? new LinkException(message) : new LinkException(message, cause);
    }

    /** Ends the agent's input, and thereby the agent; does not wait for its end. */
    @Override
    public void close() {
        unwritten.add(END);
    }

    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            for (byte[] record = unwritten.take(); record != END; record = unwritten.take()) {
                out.write(record);
                out.flush();
            }
        } catch (IOException e) {
            // The agent has ended; the reading thread reports it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        String end = readToTheEnd();
        gone = end;
        awaited.forEach((number, answer) -> answer.complete(new Envelope.Answered(number, null, end)));
        // An agent without a usable output must not stay.
        close();
    }

    // Passes answers on until no more will come, and returns the reason.
    private String readToTheEnd() {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            for (Object record = RecordPipe.read(in); record != null; record = RecordPipe.read(in)) {
                Envelope.Answered answered = (Envelope.Answered) record;
                CompletableFuture<Envelope.Answered> answer = awaited.get(answered.number());
                // Null if the answer came too late: the caller has stopped waiting.
                if (answer != null) {
                    answer.complete(answered);
                }
            }
            return endedOr("its standard output has ended");
        } catch (RecordPipe.RecordException | ClassCastException e) {
            return "its standard output is of no use any more: " + e.getMessage();
        } catch (IOException e) {
            return endedOr("its standard output has ended: " + e.getMessage());
        }
    }

    private String endedOr(String otherwise) {
        try {
            // The output of a process ends a moment before the process does.
            if (process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
                return "it has ended with exit code %d".formatted(process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return otherwise;
    }

    @Override
    public String toString() {
        return "load agent " + process.pid();
    }
}
