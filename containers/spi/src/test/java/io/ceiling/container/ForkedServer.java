package io.ceiling.container;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A server process as the build leaves it in target/app. */
final class ForkedServer implements Closeable {

    private final Process process;
    private final BufferedReader output;
    private final Path log;
    private final Path temporary;
    private final Optional<RunningSettings> running;
    private final List<JMXConnector> management = new ArrayList<>();

    /** Forks and blocks until it is ready or gone. */
    ForkedServer(Path java, Path app, String mainClass, Path folder, List<String> jvmOptions, List<String> arguments)
            throws IOException {
        temporary = Files.createTempDirectory(folder, "server");
        log = temporary.resolveSibling(temporary.getFileName() + ".log");
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-cp", app + "/*", mainClass));
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        output = process.inputReader(StandardCharsets.UTF_8);
        String first = output.readLine();
        running = Optional.ofNullable(first).flatMap(RunningSettings::parse);
    }

    RunningSettings running() throws IOException {
        return running.orElseThrow(() -> new IllegalStateException("not ready:\n" + log()));
    }

    Path temporary() {
        return temporary;
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + log, e);
        }
    }

    @SuppressWarnings("BanJNDI") // The address is that of our own child, over loopback.
    ContainerReadingsMXBean readings() throws IOException, JMException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                JMXConnector connector =
                        JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
                management.add(connector);
                return JMX.newMXBeanProxy(
                        connector.getMBeanServerConnection(),
                        new ObjectName(ContainerReadingsMXBean.OBJECT_NAME),
                        ContainerReadingsMXBean.class);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot attach to pid " + process.pid(), e);
        }
    }

    void closeItsInput() throws IOException {
        process.getOutputStream().close();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("pid %s does not end".formatted(process.pid()));
        }
        return process.exitValue();
    }

    /** What it wrote to standard output after the READY line; blocks until it has ended. */
    List<String> furtherOutput() {
        return output.lines().toList();
    }

    @Override
    public void close() throws IOException {
        try {
            for (JMXConnector connector : management) {
                connector.close();
            }
        } finally {
            process.destroyForcibly().onExit().join();
            // The socket that it opened for whoever attached to it; only a JVM that ends by itself removes it.
            Files.deleteIfExists(Path.of("/tmp", ".java_pid" + process.pid()));
        }
    }
}
