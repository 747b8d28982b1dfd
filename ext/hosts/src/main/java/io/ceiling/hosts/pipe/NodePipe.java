package io.ceiling.hosts.pipe;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The harness's end of the pipe to a node, and the command that has started it. Thread-safe; several calls may be in flight.
 */
public final class NodePipe implements AutoCloseable {

    private static final long END_MILLIS = 1_000;
    private static final long ERRORS_MILLIS = 500;
    // A node ends its servers and load agents before it ends.
    private static final long CLOSE_MILLIS = 10_000;

    private static final String CLOSED = "the run is over";

    private final String name;
    private final List<String> command;
    private final String build;
    private final Process process;
    private final ErrorLines errors;
    private final FramePipe pipe;
    private final CompletableFuture<byte[]> hello = new CompletableFuture<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<Frame>> pendingCalls = new ConcurrentHashMap<>();
    private volatile @Nullable String lossReason;

    private NodePipe(String name, List<String> command, String build, Process process, Heartbeat timing) {
        this.name = name;
        this.command = List.copyOf(command);
        this.build = build;
        this.process = process;
        this.errors = new ErrorLines(process.getErrorStream(), "node-" + name);
        this.pipe = new FramePipe(
                process.getInputStream(), process.getOutputStream(), timing, this::receive, this::onPipeEnd);
        pipe.startSending("node-" + name);
        FramePipe.daemon(this::awaitGreeting, "node-" + name + "-greets").start();
    }

    /**
     * Starts the command of a node, and does not wait for it.
     *
     * @param name name of the node in this run
     * @param command program and arguments, which are not given to a shell
     * @param build build of this project, which the node must have as well
     * @throws NodeException with one line, if there is no such program
     */
    public static NodePipe start(String name, List<String> command, String build) {
        return start(name, command, build, Heartbeat.DEFAULT);
    }

    static NodePipe start(String name, List<String> command, String build, Heartbeat timing) {
        try {
            // The command ends with its pipes. A kill by the kernel would leave it no time to end its children.
            return new NodePipe(name, command, build, new ProcessBuilder(command).start(), timing);
        } catch (IOException e) {
            throw new NodeException(
                    "node %s: its command cannot be started: %s. Hint: --hosts is NAME=COMMAND, such as '%s=ssh %s ceiling node'"
                            .formatted(name, RemoteText.of(e), name, name),
                    e);
        }
    }

    public String name() {
        return name;
    }

    /**
     * Blocks until the node has described itself, and returns what it says.
     *
     * @throws NodeException with one line, if it does not in that time, or its command has ended or printed anything else
     */
    public byte[] hello(Duration patience) {
        try {
            return hello.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof NodeException why ? why : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new NodeException(
                    notStarted(
                            "no answer of ceiling node within %d s%s. Hint: run its command by hand, it must not ask anything"
                                    .formatted(patience.toSeconds(), after(errors.last()))),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw exception("interrupted while it was awaited", e);
        }
    }

    private String notStarted(String why) {
        return "node %s (%s): %s".formatted(name, RemoteText.line(String.join(" ", command)), why);
    }

    private void awaitGreeting() {
        // Without a buffer, which would take frames with it. Few bytes come before them.
        InputStream in = process.getInputStream();
        try {
            String nodeBuild = Greeting.await(in);
            if (nodeBuild.equals(build)) {
                pipe.startReceiving("node-" + name);
            } else {
                markLost("it has %s and this host has %s. Hint: copy one build to both".formatted(nodeBuild, build));
            }
        } catch (Greeting.NoGreetingException e) {
            errors.await(ERRORS_MILLIS);
            String line = errors.last();
            markLost("%s%s. Hint: run its command by hand; it must start ceiling node"
                    .formatted(
                            exitCode()
                                    .map("its command has ended with exit code %d before it answered"::formatted)
                                    .orElse(e.getMessage()),
                            after(line.isEmpty() ? e.lastLine() : line)));
        } catch (IOException e) {
            markLost("its output cannot be read: " + RemoteText.of(e));
        }
    }

    private static String after(String line) {
        return line.isEmpty() ? "" : ": " + line;
    }

    // The output of a process ends a moment before the process does.
    private Optional<Integer> exitCode() {
        try {
            return process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)
                    ? Optional.of(process.exitValue())
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void receive(Frame frame) {
        if (frame.kind() == Frame.Kind.HELLO) {
            boolean ignored = hello.complete(frame.body());
        }
        CompletableFuture<Frame> answer = pendingCalls.get(frame.number());
        // The caller has stopped waiting if the answer was too late.
        if (answer != null) {
            boolean ignored = answer.complete(frame);
        }
    }

    private void onPipeEnd(FramePipe.PipeEnd end) {
        if (CLOSED.equals(lossReason)) {
            pendingCalls.forEach((call, answer) -> {
                boolean ignored = answer.complete(Frame.of(Frame.Kind.FAILED, call, CLOSED));
            });
            return;
        }
        Optional<Integer> exitCode = Optional.empty();
        if (end.closed()) {
            exitCode = exitCode();
            errors.await(ERRORS_MILLIS);
        }
        markLost(exitCode.map("its command has ended with exit code %d"::formatted)
                        .orElse(end.reason())
                + after(errors.last()));
    }

    // Fails all calls, including later ones, and kills the command: a lost node must not come back.
    private void markLost(String why) {
        if (lossReason == null) {
            lossReason = why;
        }
        boolean ignored = hello.completeExceptionally(new NodeException(notStarted(why)));
        pendingCalls.forEach((called, answer) -> answer.complete(Frame.of(Frame.Kind.FAILED, called, why)));
        pipe.close();
        kill();
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Returns why the node was lost, as words that follow its name; empty while it is connected. */
    public Optional<String> lossReason() {
        return Optional.ofNullable(lossReason);
    }

    /** Writes the standard error of the command to that file. */
    public void logTo(Path file) {
        errors.writeTo(file);
    }

    /**
     * Sends a request, blocks until the answer has arrived and returns it. Both have at most 20 MiB.
     *
     * @param patience for how long the answer is awaited at most
     * @throws NodeException with one line that names the node: if no answer arrives in time, if the node is lost, or if
     *     it could not execute the request
     * @throws IllegalArgumentException if the request is too long
     */
    public byte[] call(byte[] request, Duration patience) {
        if (request.length > Frame.MAX_BODY_BYTES) {
            throw new IllegalArgumentException("a request of %d bytes is too long, at most %d are sent at once"
                    .formatted(request.length, Frame.MAX_BODY_BYTES));
        }
        long number = numbers.incrementAndGet();
        CompletableFuture<Frame> answer = new CompletableFuture<>();
        pendingCalls.put(number, answer);
        try {
            String gone = lossReason;
            if (gone != null) {
                throw exception(gone, null);
            }
            pipe.send(new Frame(Frame.Kind.CALL, number, request));
            Frame answered = answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (answered.kind() == Frame.Kind.ANSWER) {
                return answered.body();
            }
            throw exception(answered.text(), null);
        } catch (TimeoutException | ExecutionException e) {
            throw exception("no answer within %d ms".formatted(patience.toMillis()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw exception("interrupted while its answer was awaited", e);
        } finally {
            pendingCalls.remove(number);
        }
    }

    private NodeException exception(String why, @Nullable Throwable cause) {
        String message = "node %s: %s".formatted(name, why);
        return cause == null ? new NodeException(message) : new NodeException(message, cause);
    }

    /** Closes the input of the node; it then ends its children and itself. {@link #close} waits for that. */
    public void end() {
        if (lossReason == null) {
            lossReason = CLOSED;
        }
        pipe.close();
    }

    /**
     * Ends the node and its command, and blocks until they are gone; kills what does not end within ten seconds, and a command
     * whose node has not answered yet, which has started nothing.
     */
    @Override
    public void close() {
        end();
        try {
            boolean greeted = hello.isDone() && !hello.isCompletedExceptionally();
            if (!greeted || !process.waitFor(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                kill();
            }
            // A command of another user, such as sudo, may not be killed.
            boolean ignored = process.waitFor(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
            errors.await(ERRORS_MILLIS);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "node " + name;
    }
}
