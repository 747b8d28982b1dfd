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

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long END_MILLIS = 1_000;
    private static final byte[] END = {};

    private final Process process;
    private final Duration timeout;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<Envelope.NumberedAnswer>> pendingAnswers = new ConcurrentHashMap<>();
    private final BlockingQueue<byte[]> unwrittenRecords = new LinkedBlockingQueue<>();
    private volatile @Nullable String endReason;

    PipeLink(Process process, Duration timeout) {
        this.process = process;
        this.timeout = timeout;
        start(this::write, "agent-requests-" + process.pid());
        start(this::read, "agent-answers-" + process.pid());
    }

    /**
     * Returns a link to a process that was just forked and whose pipes are not used otherwise. The process ends with
     * {@link #close}.
     */
    public static PipeLink to(Process process) {
        return new PipeLink(process, TIMEOUT);
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public <A> PendingAnswer<A> send(Request<A> request) {
        long number = numbers.incrementAndGet();
        byte[] record = RecordPipe.encode(new Envelope.NumberedRequest(number, request));
        CompletableFuture<Envelope.NumberedAnswer> answer = new CompletableFuture<>();
        pendingAnswers.put(number, answer);
        unwrittenRecords.add(record);
        String end = endReason;
        if (end != null) {
            answer.complete(new Envelope.NumberedAnswer(number, null, end));
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        return () -> await(request, number, answer, deadline);
    }

    private <A> A await(
            Request<A> request, long number, CompletableFuture<Envelope.NumberedAnswer> pending, long deadlineNanos) {
        try {
            Envelope.NumberedAnswer answered = pending.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (!request.answer().isInstance(answered.answer())) {
                throw linkException(
                        request,
                        answered.failure() == null ? "its answer is of another kind" : answered.failure(),
                        null);
            }
            return request.answer().cast(answered.answer());
        } catch (TimeoutException | ExecutionException e) {
            throw linkException(request, "no answer within %d ms".formatted(timeout.toMillis()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw linkException(request, "interrupted while its answer was awaited", e);
        } finally {
            pendingAnswers.remove(number);
        }
    }

    // The message omits the content of the request, which may contain secrets of a server.
    private LinkException linkException(Request<?> request, String why, @Nullable Throwable cause) {
        String message = "%s: %s: %s".formatted(this, request.getClass().getSimpleName(), why);
        return cause == null ? new LinkException(message) : new LinkException(message, cause);
    }

    /** Ends the agent's input, and thereby the agent; does not wait for its end. */
    @Override
    public void close() {
        unwrittenRecords.add(END);
    }

    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            for (byte[] record = unwrittenRecords.take(); record != END; record = unwrittenRecords.take()) {
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
        endReason = end;
        pendingAnswers.forEach((number, answer) -> answer.complete(new Envelope.NumberedAnswer(number, null, end)));
        // An agent without a usable output must not stay.
        close();
    }

    // Passes answers on until no more will come, and returns the reason.
    private String readToTheEnd() {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            for (Object record = RecordPipe.read(in); record != null; record = RecordPipe.read(in)) {
                Envelope.NumberedAnswer answered = (Envelope.NumberedAnswer) record;
                CompletableFuture<Envelope.NumberedAnswer> answer = pendingAnswers.get(answered.number());
                // Null if the answer came too late: the caller has stopped waiting.
                if (answer != null) {
                    answer.complete(answered);
                }
            }
            return exitReasonOr("its standard output has ended");
        } catch (RecordPipe.RecordException | ClassCastException e) {
            return "its standard output is of no use any more: " + e.getMessage();
        } catch (IOException e) {
            return exitReasonOr("its standard output has ended: " + e.getMessage());
        }
    }

    private String exitReasonOr(String otherwise) {
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
