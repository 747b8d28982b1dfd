package io.ceiling.load;

import io.ceiling.load.link.PipeLink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** An agent in a process of its own, with its flags as the harness would set them; ends with this process' pipe at the latest. */
final class ForkedAgent implements AutoCloseable {

    private static final long MAX_HEAP_BYTES = 64L << 20;

    private final Process process;
    private final Queue<String> log = new ConcurrentLinkedQueue<>();

    private ForkedAgent(Process process) {
        this.process = process;
        Thread reader = new Thread(this::readLog, "agent-log");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param prefix command that starts the JVM, such as prlimit with its options; may be empty */
    static ForkedAgent start(List<String> prefix, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(AgentMain.jvmFlags(Runtime.version().feature(), MAX_HEAP_BYTES));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AgentMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ForkedAgent(new ProcessBuilder(command).start());
    }

    private void readLog() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
            }
        } catch (IOException e) {
            // The process has ended.
        }
    }

    /** Takes over the agent's pipes; its commands block for their answers. */
    LinkedAgent linked() {
        return new LinkedAgent(PipeLink.to(process));
    }

    /** The process itself, for a test that uses the pipes in a way of its own. */
    Process process() {
        return process;
    }

    long pid() {
        return process.pid();
    }

    /** Standard error so far. */
    List<String> log() {
        return List.copyOf(log);
    }

    /** The exit status; fails if the process still runs after this time. */
    int awaitExit(Duration longest) throws InterruptedException {
        if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("agent %d still runs after %s: %s".formatted(pid(), longest, log()));
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
