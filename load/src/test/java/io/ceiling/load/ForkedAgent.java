package io.ceiling.load;

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
    private final Queue<String> output = new ConcurrentLinkedQueue<>();

    private ForkedAgent(Process process) {
        this.process = process;
        Thread reader = new Thread(this::readOutput, "agent-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param prefix command that starts the JVM, such as prlimit with its options; may be empty */
    static ForkedAgent start(List<String> prefix, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(AgentMain.jvmFlags(Runtime.version().feature(), MAX_HEAP_BYTES));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AgentMain.class.getName()));
        command.addAll(arguments);
        return new ForkedAgent(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    static ForkedAgent join(Cluster cluster, String name, List<String> prefix, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--cluster=" + name,
                "--bind=127.0.0.1",
                "--port=0",
                "--harness=" + cluster.address(),
                "--exit-on-stdin-eof"));
        arguments.addAll(List.of(more));
        return start(prefix, arguments);
    }

    private void readOutput() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
            }
        } catch (IOException e) {
            // The process has ended.
        }
    }

    long pid() {
        return process.pid();
    }

    /** Both streams so far. */
    List<String> output() {
        return List.copyOf(output);
    }

    void closeStandardInput() throws IOException {
        process.getOutputStream().close();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** The exit status; fails if the process still runs after this time. */
    int awaitExit(Duration longest) throws InterruptedException {
        if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("agent %d still runs after %s: %s".formatted(pid(), longest, output()));
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
