package io.ceiling.jmh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own that allocates a known number of bytes when it is told to; ends with its standard input. */
final class AllocatingJvm implements AutoCloseable {

    static final int ARRAY_BYTES = 1 << 20;
    /** Of an array of bytes, class pointers compressed. */
    static final int HEADER_BYTES = 16;

    private final Process process;
    private final BufferedReader output;

    private AllocatingJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static AllocatingJvm start(Path java) throws IOException {
        AllocatingJvm jvm = new AllocatingJvm(new ProcessBuilder(
                        java.toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AllocatingJvm.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        jvm.awaitLine();
        return jvm;
    }

    long pid() {
        return process.pid();
    }

    /** Has a new thread allocate that many arrays, and waits until it has ended. */
    void allocate(int arrays) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write(arrays);
        input.flush();
        awaitLine();
    }

    private void awaitLine() throws IOException {
        if (output.readLine() == null) {
            throw new IOException("the JVM ended");
        }
    }

    /** Kills it, and removes the socket that it opened for whoever attached to it. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Benchmarks.removeSocketOf(pid());
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("ready");
        List<byte[]> last = new ArrayList<>(List.of(new byte[0]));
        for (int arrays = System.in.read(); arrays >= 0; arrays = System.in.read()) {
            int count = arrays;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < count; i++) {
                    last.set(0, new byte[ARRAY_BYTES]);
                }
            });
            thread.start();
            thread.join();
            System.out.println("allocated " + last.get(0).length);
        }
    }
}
