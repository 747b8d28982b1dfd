package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.run.BoundedShutdownTask;
import io.ceiling.harness.scenario.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A shutdown hook that, after Ctrl-C or SIGTERM, orders an external server to end the responses that it holds for this
 * run, and to stop publishing. It sends nothing once it is closed, and nothing if no workload holds or publishes,
 * because whatever the server then holds belongs to others.
 */
final class ReleaseHook implements AutoCloseable {

    // A full server may not answer, and the user who pressed Ctrl-C is waiting.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ControlConnection control;
    private final List<String> orders;
    private final Thread hook = new Thread(this::releaseInTime, "release-at-exit");

    /**
     * Registers the shutdown hook.
     *
     * @param workloads workloads that are measured until this object is closed
     */
    ReleaseHook(ControlConnection control, List<Workload> workloads) {
        this.control = control;
        this.orders = workloads.stream()
                .flatMap(workload -> workload.releasePath().stream())
                .distinct()
                .toList();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sends the orders and blocks until they are answered, for at most two seconds. */
    void releaseInTime() {
        boolean ignored = BoundedShutdownTask.run("release", () -> orders.forEach(this::send), PATIENCE);
    }

    private void send(String path) {
        try {
            ControlConnection.HttpAnswer ignored = control.send("POST", path, PATIENCE);
        } catch (IOException e) {
            // There is no time to try again; the server releases by itself after its ceiling.hold.seconds.
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, so the hook already runs.
        }
    }
}
