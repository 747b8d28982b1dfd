package io.ceiling.watch;

import io.ceiling.watch.verdict.MetLimit;
import java.util.List;

/**
 * The outcome of a watch.
 *
 * @param limits limits that were met
 * @param noneMet true if there are none because no request waited, or throughput still grew
 * @param reason reason for that, or why it is not known; empty if there are limits
 */
public record WatchVerdict(List<MetLimit> limits, boolean noneMet, String reason) {

    public WatchVerdict {
        limits = List.copyOf(limits);
    }
}
