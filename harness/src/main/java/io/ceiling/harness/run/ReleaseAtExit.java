package io.ceiling.harness.run;

import java.io.IOException;
import java.time.Duration;

/**
 * After Ctrl-C or a SIGTERM has the server end what it holds for us and what it publishes, since nobody else would; a probe that
 * ends by itself closes this, and then nothing is sent.
 */
final class ReleaseAtExit implements AutoCloseable {

    /** A full server may not answer, and whoever pressed Ctrl-C is waiting. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ControlConnection control;
    private final Thread hook = new Thread(this::releaseInTime, "release-at-exit");

    ReleaseAtExit(ControlConnection control) {
        this.control = control;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Blocks until the server has been told, two seconds at most. */
    void releaseInTime() {
        Thread telling = new Thread(this::release, "release");
        telling.setDaemon(true);
        telling.start();
        try {
            telling.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void release() {
        tell("/hold/release");
        tell("/publisher/stop");
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
