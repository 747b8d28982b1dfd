package io.ceiling.harness.os;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts processes that end when this one does, even if both it and they are killed or stopped.
 *
 * <p>A child that watches its standard input does not notice its end while it is stopped, by a debugger for example.
 * The kernel can kill it instead, but when the forking thread ends, not the process. So one thread that never ends
 * forks all children. Thread-safe.
 */
public final class Children {

    /**
     * Shell text that becomes the command in its arguments, with the same pid. Where there is no such {@code setpriv},
     * the child is left to watch its input.
     */
    public static final String EXEC_SCRIPT = "if setpriv --pdeathsig KILL -- true 2> /dev/null;"
            + " then exec setpriv --pdeathsig KILL -- \"$@\"; else exec \"$@\"; fi";

    private static final ExecutorService FORKING = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fork-children");
        thread.setDaemon(true);
        return thread;
    });

    private Children() {}

    /**
     * Starts a process whose command runs {@link #EXEC_SCRIPT} in a shell.
     *
     * @throws IOException as {@link ProcessBuilder#start}
     */
    public static Process start(ProcessBuilder builder) throws IOException {
        Future<Process> forked = FORKING.submit(builder::start);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return forked.get();
                } catch (InterruptedException e) {
                    // The process starts in a moment, and would run on without an owner.
                    interrupted = true;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof IOException failure) {
                        throw new IOException(failure.getMessage(), failure);
                    }
                    if (e.getCause() instanceof Error error) {
                        throw error;
                    }
                    throw new IllegalStateException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
