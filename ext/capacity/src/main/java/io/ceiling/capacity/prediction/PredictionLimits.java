package io.ceiling.capacity.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.scenario.JvmSettings;
import java.util.OptionalDouble;

/**
 * The limits that readings of the server do not have.
 *
 * @param host limits of the host and of the server's process
 * @param room what was left when the last level was read
 * @param directBytes limit of direct buffers, in bytes
 * @param collector collector of the JVM, as in {@link JvmSettings#garbageCollector}; empty if it was not seen
 * @param processors number of processors that the server may use, at least 1
 * @param pace wanted exchanges of each connection per second, 0 for connections that are only held; empty if not known
 * @param clients clients that open the connections
 * @param whyNotCollected reason why the server's heap was not collected; empty if it was
 */
public record PredictionLimits(
        HostLimits host,
        RoomLeft room,
        Limit directBytes,
        String collector,
        int processors,
        OptionalDouble pace,
        Clients clients,
        String whyNotCollected) {

    public PredictionLimits {
        if (processors < 1 || !(pace.orElse(0) >= 0)) {
            throw new IllegalArgumentException(
                    "processors must be >= 1 and pace >= 0 per second, were %d and %s".formatted(processors, pace));
        }
    }

    /**
     * The room of a server when it was read.
     *
     * @param threads room for threads
     * @param cgroupBytes memory that is left in the control group with the least room, in bytes; the file cache that the
     *     kernel gives up first counts as free
     */
    public record RoomLeft(ThreadHeadroom threads, Observation cgroupBytes) {

        public static final RoomLeft NOT_SEEN = new RoomLeft(ThreadHeadroom.UNSEEN, Observation.NOT_SEEN);
    }

    /**
     * The clients of a server.
     *
     * @param recursive true if each connection is one that the server opens to itself
     * @param addresses local addresses from which agents on the server's host connect to its port; 0 if the agents are
     *     on another host
     */
    public record Clients(boolean recursive, int addresses) {}
}
