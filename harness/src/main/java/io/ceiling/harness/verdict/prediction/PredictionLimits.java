package io.ceiling.harness.verdict.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.ThreadRoom;
import java.util.OptionalDouble;

/**
 * The limits that readings of the server do not have.
 *
 * @param host limits of the host and of the server's process
 * @param threads room for threads when the last level was read
 * @param directBytes limit of direct buffers, in bytes
 * @param processors number of processors that the server may use, at least 1
 * @param pace wanted exchanges of each connection per second, 0 for connections that are only held; empty if not known
 * @param recursive true if each connection is one that the server opens to itself
 */
public record PredictionLimits(
        HostLimits host,
        ThreadRoom threads,
        Limit directBytes,
        int processors,
        OptionalDouble pace,
        boolean recursive) {

    public PredictionLimits {
        if (processors < 1 || !(pace.orElse(0) >= 0)) {
            throw new IllegalArgumentException(
                    "processors must be >= 1 and pace >= 0 per second, were %d and %s".formatted(processors, pace));
        }
    }
}
