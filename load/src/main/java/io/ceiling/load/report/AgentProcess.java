package io.ceiling.load.report;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Resource usage of the process of one agent, or of several agents together.
 *
 * @param cpuNanos processor time since the start of the process, in nanoseconds
 * @param gcNanos time of garbage collections since the start of the process, in nanoseconds
 * @param heap heap usage in bytes, garbage included
 * @param descriptors open file descriptors
 * @param rssBytes resident set in bytes; null if it cannot be read
 * @param longestPauseNanos longest time for which the process was kept from running, in nanoseconds, since
 *     {@code forgetDeliveries} or the beginning of a conversation; 0 except for the workload CHANNELS and for
 *     conversations
 */
public record AgentProcess(
        long cpuNanos, long gcNanos, Usage heap, Usage descriptors, @Nullable Long rssBytes, long longestPauseNanos)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** The usage of no process. */
    public static final AgentProcess NONE = new AgentProcess(0, 0, Usage.NONE, Usage.NONE, 0L, 0);

    /** Returns the usage of both together, with the longer pause. */
    public AgentProcess plus(AgentProcess other) {
        return new AgentProcess(
                cpuNanos + other.cpuNanos,
                gcNanos + other.gcNanos,
                heap.plus(other.heap),
                descriptors.plus(other.descriptors),
                rssBytes == null || other.rssBytes == null ? null : Long.valueOf(rssBytes + other.rssBytes),
                Math.max(longestPauseNanos, other.longestPauseNanos));
    }

    /** Returns the processor and collection times since an earlier reading; the other values are unchanged. */
    public AgentProcess since(AgentProcess before) {
        return new AgentProcess(
                cpuNanos - before.cpuNanos, gcNanos - before.gcNanos, heap, descriptors, rssBytes, longestPauseNanos);
    }
}
