package io.ceiling.harness.server;

import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.os.Children;
import io.ceiling.harness.os.JvmVariables;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The start of the user's application, which prints no READY line: it is ready when its port takes connections.
 *
 * @param process the running process
 * @param command its command line
 * @param known the settings that are known without asking it: pid and port
 */
record ApplicationStart(Process process, List<String> command, RunningSettings known) {

    private static final int POLL_MILLIS = 20;
    private static final int CONNECT_MILLIS = 1_000;

    /**
     * Starts the application of a scenario and blocks until its port takes connections.
     *
     * @param log file to which its output is appended
     * @param errorFile file to which its JVM writes hs_err
     * @throws ServerStartException if it ends, or opens no port in time; its process is gone then
     */
    static ApplicationStart of(Scenario scenario, ServerFiles files, Path log, Path errorFile, Duration timeout)
            throws InterruptedException {
        // The port is reserved until the application listens on it.
        try (ReservedPorts ports = ReservedPorts.reserve(1)) {
            ServerPlace place = ports.singleServerPlace();
            List<String> command = ServerCommand.of(scenario, files, place, log, errorFile, List.of());
            Process process = start(command, log);
            boolean ready = false;
            try {
                awaitPort(process, place, log, timeout);
                ready = true;
                return new ApplicationStart(process, command, known(scenario, process, place));
            } finally {
                if (!ready) {
                    process.destroyForcibly().waitFor();
                }
            }
        }
    }

    private static Process start(List<String> command, Path log) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            // The message "Too many open files" comes from the C library, which would translate it.
            builder.environment().put("LC_ALL", "C.UTF-8");
            JvmVariables.removeFrom(builder.environment());
            return Children.start(builder);
        } catch (IOException e) {
            throw new ServerStartException("cannot start the application: " + e.getMessage(), e);
        }
    }

    private static RunningSettings known(Scenario scenario, Process process, ServerPlace place) {
        return new RunningSettings(
                process.pid(),
                scenario.jdk().version(),
                place.port(),
                "",
                new ContainerIdentity(scenario.container(), "", scenario.connector(), "", scenario.threadKind()),
                ConnectorReadback.NOT_SEEN,
                "");
    }

    private static void awaitPort(Process process, ServerPlace place, Path log, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!takesConnections(place)) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new ServerStartException("the application ended with exit code %d before it was ready: %s"
                        .formatted(process.exitValue(), LogLines.reason(log)));
            }
            if (System.nanoTime() - end > 0) {
                throw new ServerStartException(
                        "the application has not opened port %d within %d s: %s. Hint: it must listen on the port of --server.port; see %s"
                                .formatted(place.port(), timeout.toSeconds(), LogLines.last(log), log.getFileName()));
            }
        }
    }

    private static boolean takesConnections(ServerPlace place) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(place.bindAddress(), place.port()), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
