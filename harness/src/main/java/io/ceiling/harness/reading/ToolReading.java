package io.ceiling.harness.reading;

import io.ceiling.container.Limit;

/**
 * A reading of a load tool that is not this project's: of the process that was started and of those that it started.
 *
 * @param processes number of processes that run
 * @param fullest the process that uses the largest share of its own limit of descriptors
 * @param cpuNanos processor time of all of them, ended ones included, in ns
 * @param rssBytes resident set of all of them, in bytes
 * @param threads threads of all of them
 * @param processors number of processors on which they may run
 * @param busiestThread busiest thread since the threads were read before
 */
public record ToolReading(
        int processes,
        Fullest fullest,
        Observation cpuNanos,
        Observation rssBytes,
        Observation threads,
        Observation processors,
        BusiestThread busiestThread) {

    /** A reading of a tool of which nothing could be seen, such as one that has ended. */
    public static final ToolReading NOT_SEEN = new ToolReading(
            0,
            Fullest.NOT_SEEN,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN,
            BusiestThread.NOT_SEEN);

    /**
     * The process of a tool that is nearest to its limit of descriptors.
     *
     * @param name name of the process
     * @param openDescriptors descriptors that it has open
     * @param maxDescriptors its limit
     */
    public record Fullest(String name, Observation openDescriptors, Limit maxDescriptors) {

        public static final Fullest NOT_SEEN = new Fullest("", Observation.NOT_SEEN, Limit.NOT_SEEN);

        /** Returns the used share of the limit; 0 if one of the two was not seen, or there is no limit. */
        public double share() {
            long limit = maxDescriptors.orElse(0);
            return limit > 0 ? (double) openDescriptors.orElse(0) / limit : 0;
        }
    }
}
