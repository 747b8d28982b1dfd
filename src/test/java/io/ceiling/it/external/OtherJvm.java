package io.ceiling.it.external;

import io.ceiling.it.fixture.JavaHomes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of these tests in a JVM of its own, which prints the port that it listens on; it ends with this object. */
record OtherJvm(Process process, int port) implements AutoCloseable {

    static OtherJvm start(Class<?> main, String... arguments) throws IOException {
        return start(JavaHomes.running(), List.of("-Xmx64m"), main, arguments);
    }

    static OtherJvm start(Path jdk, List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = process.inputReader(StandardCharsets.US_ASCII).readLine();
        return new OtherJvm(process, Integer.parseInt(said));
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
