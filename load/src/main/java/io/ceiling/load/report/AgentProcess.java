package io.ceiling.load.report;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the process of an agent uses, or several of them together.
 *
 * @param cpuNanos processor time since its start
 * @param gcNanos time in garbage collection since its start
 * @param heap bytes, garbage included
 * @param descriptors open now
 * @param rssBytes resident set; null where it cannot be told
 * @param longestPauseNanos for how long the process was kept from running at most, since {@code forgetDeliveries} or
 *     the beginning of a conversation; 0 but for the workload CHANNELS and while connections converse
 */
public record AgentProcess(
        long cpuNanos, long gcNanos, Usage heap, Usage descriptors, @Nullable Long rssBytes, long longestPauseNanos)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** There is no process. */
    public static final AgentProcess NONE = new AgentProcess(0, 0, Usage.NONE, Usage.NONE, 0L, 0);

    /** Returns what both use together, with the longer pause. */
    public AgentProcess plus(AgentProcess other) {
        return new AgentProcess(
                cpuNanos + other.cpuNanos,
                gcNanos + other.gcNanos,
                heap.plus(other.heap),
                descriptors.plus(other.descriptors),
                rssBytes == null || other.rssBytes == null ? null : Long.valueOf(rssBytes + other.rssBytes),
                Math.max(longestPauseNanos, other.longestPauseNanos));
    }

    /** Returns the processor and collection time since the given earlier reading; everything else is as it is now. */
    public AgentProcess since(AgentProcess before) {
        return new AgentProcess(
                cpuNanos - before.cpuNanos, gcNanos - before.gcNanos, heap, descriptors, rssBytes, longestPauseNanos);
    }
}
