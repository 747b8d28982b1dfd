package io.ceiling.load.report;

import org.jspecify.annotations.Nullable;

/**
 * Resource usage of the process of one agent, or of several agents together.
 *
 * @param cpuNanos processor time since the start of the process, in nanoseconds
 * @param gcNanos time of garbage collections since the start of the process, in nanoseconds
 * @param heap heap usage in bytes, garbage included
 * @param descriptors open file descriptors
 * @param rssBytes resident set in bytes; null if it cannot be read
 * @param longestPauseNanos longest time for which the process was kept from running, in nanoseconds, since its latest
 *     traffic began: since {@code exchange}, {@code saturate}, {@code converse}, {@code forgetDeliveries},
 *     {@code forgetTimes} or {@code prepare}
 * @param longestPauseInStepNanos the same since {@code forgetTimes} or {@code prepare}
 * @param loops times for which the event loops worked
 */
public record AgentProcess(
        long cpuNanos,
        long gcNanos,
        Usage heap,
        Usage descriptors,
        @Nullable Long rssBytes,
        long longestPauseNanos,
        long longestPauseInStepNanos,
        LoopTimes loops) {

    public static final AgentProcess NONE = new AgentProcess(0, 0, Usage.NONE, Usage.NONE, 0L, 0, 0, LoopTimes.NONE);

    /** Returns the usage of both together, with the longer pauses. */
    public AgentProcess plus(AgentProcess other) {
        return new AgentProcess(
                cpuNanos + other.cpuNanos,
                gcNanos + other.gcNanos,
                heap.plus(other.heap),
                descriptors.plus(other.descriptors),
                rssBytes == null || other.rssBytes == null ? null : Long.valueOf(rssBytes + other.rssBytes),
                Math.max(longestPauseNanos, other.longestPauseNanos),
                Math.max(longestPauseInStepNanos, other.longestPauseInStepNanos),
                loops.plus(other.loops));
    }

    /** Returns the processor, collection and working times since an earlier reading; other values are unchanged. */
    public AgentProcess since(AgentProcess before) {
        return new AgentProcess(
                cpuNanos - before.cpuNanos,
                gcNanos - before.gcNanos,
                heap,
                descriptors,
                rssBytes,
                longestPauseNanos,
                longestPauseInStepNanos,
                loops.since(before.loops));
    }
}
