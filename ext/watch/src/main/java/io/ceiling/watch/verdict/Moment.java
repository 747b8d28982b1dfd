package io.ceiling.watch.verdict;

/**
 * A moment of the load that another tool puts on a server.
 *
 * @param nanos time since the tool was started, in ns
 * @param outstanding requests without an answer
 * @param answered requests that were answered so far
 * @param queued connections that the server has not accepted, or on which a request waits unread
 * @param serverCpuNanos processor time of the server, in ns; negative if it was not seen
 */
public record Moment(long nanos, double outstanding, long answered, long queued, long serverCpuNanos) {}
