package io.ceiling.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running {@code ./ceiling} command, as a user starts it. */
final class CeilingProcess {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    private final Process process;
    private final Path output;
    private final Path errors;

    private CeilingProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    static CeilingProcess start(Path folder, String... arguments) {
        return start(folder, List.of(), List.of(arguments));
    }

    /** @param around a command that runs the one that follows it, such as {@code unshare --net} */
    static CeilingProcess start(Path folder, List<String> around, List<String> arguments) {
        try {
            Path output = Files.createTempFile(folder, "stdout", ".txt");
            Path errors = Files.createTempFile(folder, "stderr", ".txt");
            // A background job of a script ignores SIGINT, its children inherit that, and a JVM respects it.
            List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
            command.addAll(around);
            command.add(HOME.resolve("ceiling").toString());
            command.addAll(arguments);
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            return new CeilingProcess(process, output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static CeilingProcess run(Path folder, String... arguments) throws InterruptedException {
        CeilingProcess ceiling = start(folder, arguments);
        ceiling.exitCode();
        return ceiling;
    }

    /** Blocks until it has ended. */
    int exitCode() throws InterruptedException {
        // A bound for what hangs; how long a run takes is no question here.
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("ceiling did not end within 20 minutes; output so far:\n" + output() + errors());
        }
        return process.exitValue();
    }

    String output() {
        return read(output);
    }

    String errors() {
        return read(errors);
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** @param name such as {@code INT} */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** The servers and load agents that live now. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
