package io.ceiling.capacity.predict;

import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import java.time.Duration;

/** Waits until a server has closed its side of connections that the clients closed. Not thread-safe. */
final class ConnectionDrain {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    // Longest wait for descriptors.
    private static final long DESCRIPTOR_TIMEOUT_NANOS = Duration.ofSeconds(25).toNanos();

    // The number of descriptors must not change for this time: for its first WebSocket Tomcat opens jars of the
    // application, which its background thread closes within ten seconds.
    private static final long STEADY_NANOS = Duration.ofSeconds(11).toNanos();

    private final LoadedServer server;
    private final RunClock clock;

    ConnectionDrain(LoadedServer server) {
        this.server = server;
        this.clock = server.clock();
    }

    /**
     * Blocks until the server has no more connections than before, and no more descriptors or a constant number of them
     * for eleven seconds.
     *
     * @param before reading before the connections
     */
    void await(ServerReading before) {
        awaitConnections(before);
        long start = clock.nanoTime();
        long lastChangeNanos = start;
        Observation last = server.recorder().read().openDescriptors();
        while (last.isSeen()
                && last.isAtLeast(before.openDescriptors().orElse(Long.MIN_VALUE) + 1)
                && !server.mustStop()
                && clock.nanoTime() - lastChangeNanos < STEADY_NANOS
                && clock.nanoTime() - start < DESCRIPTOR_TIMEOUT_NANOS) {
            clock.rest();
            Observation now = server.recorder().read().openDescriptors();
            if (!now.equals(last)) {
                lastChangeNanos = clock.nanoTime();
                last = now;
            }
        }
    }

    /** Blocks until the server has no more connections than before, at most for three seconds. */
    void awaitConnections(ServerReading before) {
        server.awaitWhile(
                CLOSE_TIMEOUT,
                () -> before.connections().isSeen()
                        && server.session().hasConnections(before.connections().orElse(0) + 1));
    }
}
