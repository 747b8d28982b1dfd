package io.ceiling.harness.run.external;

import io.ceiling.harness.model.Workload;
import io.ceiling.harness.run.BoundedShutdownTask;
import io.ceiling.harness.run.control.ControlConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * After Ctrl-C or a SIGTERM has the server end what it holds for us and what it publishes, since nobody else would; nothing
 * is sent once this is closed, and nothing for workloads that have the server do neither, since what it holds then is
 * somebody else's.
 */
final class ReleaseAtExit implements AutoCloseable {

    /** A full server may not answer, and whoever pressed Ctrl-C is waiting. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ControlConnection control;
    private final List<String> orders;
    private final Thread hook = new Thread(this::releaseInTime, "release-at-exit");

    /** @param workloads that are measured until this is closed */
    ReleaseAtExit(ControlConnection control, List<Workload> workloads) {
        this.control = control;
        this.orders = workloads.stream()
                .flatMap(workload -> workload.release().stream())
                .distinct()
                .toList();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Blocks until the server has been told, two seconds at most. */
    void releaseInTime() {
        boolean ignored = BoundedShutdownTask.run("release", () -> orders.forEach(this::tell), PATIENCE);
    }

    private void tell(String path) {
        try {
            ControlConnection.Answer ignored = control.ask("POST", path, PATIENCE);
        } catch (IOException e) {
            // There is no time to try again; the server lets go after its ceiling.hold.seconds.
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs.
        }
    }
}
