package io.ceiling.watch;

import io.ceiling.harness.os.Children;
import io.ceiling.harness.server.CappedLog;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A load tool that runs as a child of this process, in its terminal and with its standard input. Closing it ends it with
 * everything that it started; so does the end of this process.
 */
final class ToolProcess implements AutoCloseable {

    // Time to end after SIGTERM, before it is killed.
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    // Time for the tool to end by itself when this process is ended: after Ctrl-C the terminal has signalled the tool
    // too, which then writes its summary. A second signal would make k6 give that up.
    private static final Duration AFTER_CTRL_C = Duration.ofSeconds(2);

    private final Process process;
    private final ProcessTree tree;
    private final OutputStream log;
    private final CappedLog cap;
    private final ToolOutput output;
    private final Thread passing;
    private final Thread hook = new Thread(this::interrupted, "end-load-tool");

    private ToolProcess(Process process, OutputStream log, CappedLog cap, PrintStream out) {
        this.process = process;
        this.tree = new ProcessTree(process);
        this.log = log;
        this.cap = cap;
        this.output = new ToolOutput(out, log);
        this.passing = new Thread(this::pass, "load-tool-output");
        passing.setDaemon(true);
        passing.start();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Requires that the command's first word names a program that can be started.
     *
     * @throws LoadToolException if it does not
     */
    static void requireFound(String program) {
        boolean path = program.contains(File.separator);
        Stream<Path> candidates = path
                ? Stream.of(Path.of(program))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder).resolve(program));
        if (candidates.noneMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file))) {
            throw new LoadToolException("the load tool must be a program that can be started, was '%s', which is not %s"
                    .formatted(program, path ? "an executable file" : "found in PATH"));
        }
    }

    /**
     * Starts the tool.
     *
     * @param log file that receives what it prints
     * @param out receives the same
     * @throws LoadToolException if it cannot be started
     */
    static ToolProcess start(List<String> command, Path log, PrintStream out) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", Children.EXEC_SCRIPT, "ceiling"));
        words.addAll(command);
        try {
            OutputStream file = Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            try {
                Process process = Children.start(new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.INHERIT));
                return new ToolProcess(process, file, CappedLog.of(log), out);
            } catch (IOException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw new LoadToolException(
                    "the load tool %s cannot be started: %s".formatted(command.get(0), e.getMessage()));
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Blocks until the tool has ended, or this time is over. */
    void awaitEnd(long nanos) throws InterruptedException {
        boolean ignored = process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    ToolOutput output() {
        return output;
    }

    /** Returns the exit code of a tool that has ended, once all its output is passed on; blocks for that, a second at most. */
    int exitCode() throws InterruptedException {
        // A process that the tool leaves running may keep its output open.
        passing.join(TimeUnit.SECONDS.toMillis(1));
        return process.exitValue();
    }

    private void pass() {
        try {
            output.pass(process.getInputStream());
        } catch (IOException e) {
            // The tool has ended.
        }
    }

    private void interrupted() {
        tree.await(AFTER_CTRL_C);
        tree.end(PATIENCE);
    }

    @Override
    public void close() {
        tree.end(PATIENCE);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, and the hook has ended the tool as well.
        }
        cap.close();
        try {
            log.close();
        } catch (IOException e) {
            throw new LoadToolException("tool.log cannot be written: " + e.getMessage());
        }
    }

    // A process with everything that it started and that still runs. Thread-safe.
    private static final class ProcessTree {

        private static final int POLL_MILLIS = 20;

        private final Process root;

        ProcessTree(Process root) {
            this.root = root;
        }

        /**
         * Asks all its processes to end, and kills those that are left. Blocks until they are gone, or killed.
         *
         * @param patience time between the two
         */
        void end(Duration patience) {
            List<ProcessHandle> all = alive();
            all.forEach(ProcessHandle::destroy);
            await(all, patience);
            all.forEach(ProcessHandle::destroyForcibly);
            alive().forEach(ProcessHandle::destroyForcibly);
        }

        /** Waits until all its processes have ended by themselves, or that time is over. An interrupt ends the wait. */
        void await(Duration patience) {
            await(alive(), patience);
        }

        private static void await(List<ProcessHandle> all, Duration patience) {
            long until = System.nanoTime() + patience.toNanos();
            while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < until) {
                try {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        private List<ProcessHandle> alive() {
            return Stream.concat(root.descendants(), Stream.of(root.toHandle()))
                    .filter(ProcessHandle::isAlive)
                    .toList();
        }
    }
}
