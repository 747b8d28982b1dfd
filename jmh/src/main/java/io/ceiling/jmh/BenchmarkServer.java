package io.ceiling.jmh;

import com.sun.management.UnixOperatingSystemMXBean;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.reading.JvmReadback;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.JdkFinder;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerFolder;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.server.ServerProcess;
import io.ceiling.harness.server.SettingsComparison;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.TreeMap;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/** The server of one trial: a fresh JVM, started as the harness starts it. It never outlives this process. */
final class BenchmarkServer implements AutoCloseable {

    /** System property with the JDK of the servers, with the values of {@code ./ceiling run --jdk}. */
    static final String JDK = "ceiling.jdk";

    private final ServerProcess process;
    private final ServerJvm jvm;
    private final ServerFolder folder;

    private BenchmarkServer(ServerProcess process, ServerJvm jvm, ServerFolder folder) {
        this.process = process;
        this.jvm = jvm;
        this.folder = folder;
    }

    static String requestedJdk() {
        return System.getProperty(JDK, "newest");
    }

    /**
     * Starts the server, prints the settings that it uses, and refuses a server that does not use the requested ones.
     * Blocks until the server is ready.
     *
     * @throws RuntimeException with one line if the server cannot be started with these settings
     */
    static BenchmarkServer start(ServerSpec spec) throws IOException, JMException, InterruptedException {
        Scenario scenario = spec.scenario(JdkFinder.ofHost().choose(requestedJdk()), maxDescriptors());
        ServerFolder folder = ServerFolder.create("ceiling-jmh-");
        GaugesFile.create(folder.gauges());
        ServerProcess process = folder.start(scenario, new ServerFiles(Home.find()), ServerPlace.ANY);
        @Nullable ServerJvm jvm = null;
        boolean ready = false;
        try {
            jvm = ServerJvm.attach(process.pid());
            List<String> differences = SettingsComparison.differences(
                    scenario,
                    ServerPlace.ANY,
                    new RunningServer(
                            process.running(), Limit.ofNegativeUnlimited(jvm.maxDescriptors()), JvmReadback.NOT_SEEN));
            if (!differences.isEmpty()) {
                throw new IllegalStateException(
                        "server does not use what it was asked for: " + String.join("; ", differences));
            }
            // JMH leaves its current line open.
            System.out.println(System.lineSeparator() + describe(process));
            BenchmarkServer server = new BenchmarkServer(process, jvm, folder);
            ready = true;
            return server;
        } finally {
            if (!ready) {
                process.close();
                folder.keep();
                if (jvm != null) {
                    jvm.close();
                }
            }
        }
    }

    // The endpoint class proves the connector: a "BIO" of a newer Tomcat is NIO.
    private static String describe(ServerProcess process) {
        RunningSettings used = process.running();
        return "# Server: pid %d, %s %s, %s (%s), %s threads (max %s), buffers %s, JDK %s%n# Server command: %s"
                .formatted(
                        used.pid(),
                        used.container().name(),
                        used.container().version(),
                        used.container().connector().label(),
                        used.container().endpointClass(),
                        used.container().threadKind().label(),
                        used.sizes().maxThreads(),
                        new TreeMap<>(used.sizes().buffers()),
                        used.jdk(),
                        String.join(" ", process.command()));
    }

    /**
     * Returns the maximum number of descriptors of this process: a JVM raises its soft limit to the hard limit at its
     * start.
     */
    static int maxDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? (int) Math.min(unix.getMaxFileDescriptorCount(), Integer.MAX_VALUE)
                : 1024;
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return process.running().port();
    }

    ServerJvm jvm() {
        return jvm;
    }

    /** Ends the server and blocks until its process has ended. */
    @Override
    public void close() throws IOException {
        process.close();
        jvm.close();
        folder.delete();
    }
}
