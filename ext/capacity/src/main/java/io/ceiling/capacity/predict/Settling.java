package io.ceiling.capacity.predict;

import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits until a server has let go of connections that were closed. Not thread-safe. */
final class Settling {

    private static final long CONNECTIONS_NANOS = Duration.ofSeconds(3).toNanos();

    /** Longest wait for descriptors. */
    private static final long DESCRIPTORS_NANOS = Duration.ofSeconds(25).toNanos();

    /**
     * Time in which the number of descriptors must not change: Tomcat opens jars of an application for its first
     * WebSocket, and its background thread, which looks every ten seconds, closes them.
     */
    private static final long STEADY_NANOS = Duration.ofSeconds(11).toNanos();

    private final ServerSession session;
    private final Waiting waiting;
    private final BooleanSupplier mustStop;

    Settling(ServerSession session, Waiting waiting, BooleanSupplier mustStop) {
        this.session = session;
        this.waiting = waiting;
        this.mustStop = mustStop;
    }

    /**
     * Blocks until the server has no more connections than before, and no more descriptors or as many for eleven seconds.
     *
     * @param before reading before the connections
     */
    void await(ServerReading before) {
        awaitConnections(before);
        long start = waiting.nanoTime();
        long since = start;
        Seen last = session.recorder().read().openDescriptors();
        while (last.isSeen()
                && last.isAtLeast(before.openDescriptors().orElse(Long.MIN_VALUE) + 1)
                && !mustStop.getAsBoolean()
                && waiting.nanoTime() - since < STEADY_NANOS
                && waiting.nanoTime() - start < DESCRIPTORS_NANOS) {
            waiting.rest();
            Seen now = session.recorder().read().openDescriptors();
            if (!now.equals(last)) {
                since = waiting.nanoTime();
                last = now;
            }
        }
    }

    /** Blocks until the server has no more connections than before, at most for three seconds. */
    void awaitConnections(ServerReading before) {
        boolean ignored = waiting.until(
                CONNECTIONS_NANOS,
                () -> before.connections().isSeen()
                        && session.hasConnections(before.connections().orElse(0) + 1)
                        && !mustStop.getAsBoolean());
    }
}
