package io.ceiling.harness.model.law;

import java.util.OptionalDouble;

/**
 * A level of load at which a number of requests was kept outstanding, whatever became of them.
 *
 * @param offered requests outstanding at once
 * @param flow requests that were answered
 * @param refused requests that were answered otherwise, or not at all
 * @param processors processors that were used meanwhile
 * @param crowd where the threads of the server stood
 */
public record LoadLevel(int offered, Flow flow, Refused refused, Processors processors, Crowd crowd) {

    /**
     * The rate of answers.
     *
     * @param perSecond correct answers a second
     * @param relativeError half the width of its interval, as a share
     */
    public record Flow(double perSecond, double relativeError) {}

    /**
     * The requests of a level that failed.
     *
     * @param count how many failed
     * @param words first failure in words; empty if none failed
     */
    public record Refused(long count, String words) {

        public static final Refused NONE = new Refused(0, "");
    }

    /**
     * The use of processors.
     *
     * @param server processors that the server used; empty if that was not seen
     * @param serverHas processors that it may use
     * @param load share of a processor that the fullest event loop of the load agents used; empty if not seen
     */
    public record Processors(OptionalDouble server, double serverHas, OptionalDouble load) {

        public static final Processors NOT_SEEN = new Processors(OptionalDouble.empty(), 1, OptionalDouble.empty());
    }

    /** Returns the same level with where threads stood. */
    public LoadLevel with(Crowd seen) {
        return new LoadLevel(offered, flow, refused, processors, seen);
    }

    public LoadLevel {
        if (offered < 1) {
            throw new IllegalArgumentException("offered must be >= 1, was %d".formatted(offered));
        }
    }
}
