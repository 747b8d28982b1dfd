package io.ceiling.harness.observe;

import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.harness.os.AttachFiles;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.ObjectName;

/** A JVM of its own that looks like a server to the probes; ends with its standard input. */
public final class ChildJvm implements AutoCloseable {

    /** System property: true to have no bean for diagnostic commands, as JVMs of other makes. */
    public static final String NO_COMMANDS = "test.no.commands";

    /** System property: size of the garbage to make, in MiB. */
    public static final String GARBAGE = "test.garbage";

    private static final int MIB = 1 << 20;
    private static final int PIECES_OF_A_MIB = 16;

    private final Process process;

    private ChildJvm(Process process) {
        this.process = process;
    }

    /** Starts it and waits until it is ready; it opens that many descriptors. */
    public static ChildJvm start(int descriptors) throws IOException {
        return start(Path.of(System.getProperty("java.home")), descriptors, "-Xmx64m", "-XX:+UseSerialGC");
    }

    /** Starts it with that JDK and these options. */
    public static ChildJvm start(Path jdk, int descriptors, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        // Compiled by one compiler alone, it starts sooner.
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), ChildJvm.class.getName(), Integer.toString(descriptors)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        if (!"ready".equals(output.readLine())) {
            process.destroyForcibly();
            throw new IOException("child JVM did not become ready");
        }
        return new ChildJvm(process);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal, such as STOP or CONT, with the kill command. */
    public void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill -%s ended with %d".formatted(name, exit));
        }
    }

    /** Stops it, and returns when none of its threads runs any more, which on a busy host may be a while after the signal. */
    public void stop() throws IOException, InterruptedException {
        signal("STOP");
        while (runs()) {
            Thread.onSpinWait();
        }
    }

    private boolean runs() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                // The state comes after the name, which may hold anything.
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return true;
                }
            }
            return false;
        }
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** Kills it, and removes the socket that it opened for whoever attached to it, which only a JVM that ends removes. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        AttachFiles.deleteOf(pid());
    }

    /** The readings that a container would tell. */
    public static final class Readings implements ContainerReadingsMXBean {
        @Override
        public long getConnectionCount() {
            return 17;
        }

        @Override
        public long getMaxConnections() {
            return 8192;
        }

        @Override
        public int getPoolThreads() {
            return 10;
        }

        @Override
        public int getBusyThreads() {
            return 3;
        }

        @Override
        public int getMaxThreads() {
            return 200;
        }

        @Override
        public int getQueuedRequests() {
            return 1;
        }
    }

    /** Holds that much at once and drops it; small pieces, since a large one would take whole regions of G1. */
    private static void touch(int mebibytes) {
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < mebibytes * PIECES_OF_A_MIB; i++) {
            pieces.add(new byte[MIB / PIECES_OF_A_MIB]);
        }
        if (pieces.size() != mebibytes * PIECES_OF_A_MIB) {
            throw new IllegalStateException(pieces.size() + " pieces");
        }
    }

    public static void main(String[] arguments) throws Exception {
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(new Readings(), new ObjectName(ContainerReadingsMXBean.OBJECT_NAME));
        if (Boolean.getBoolean(NO_COMMANDS)) {
            ManagementFactory.getPlatformMBeanServer()
                    .unregisterMBean(new ObjectName("com.sun.management:type=DiagnosticCommand"));
        }
        List<AutoCloseable> open = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            open.add(new FileInputStream("/dev/null"));
        }
        touch(Integer.getInteger(GARBAGE, 0));
        System.out.println("ready");
        try {
            while (System.in.read() >= 0) {
                // Only the end of the input counts.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(open.size() + " descriptors were open", e);
        }
    }
}
