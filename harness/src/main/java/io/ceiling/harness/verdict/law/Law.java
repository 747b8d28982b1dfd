package io.ceiling.harness.verdict.law;

/** Conclusion from the levels beyond a ceiling about the number of requests that a server serves at once. */
public sealed interface Law {

    /** How the first answers of a server at rest came: places held from beginning to end differ from a slow step. */
    enum Shape {
        /**
         * As many first answers as are served at once, in the time of a single request: places held for all of that
         * time.
         */
        ROUNDS,
        /** Far fewer came at first: one after the other, as from a step that takes a part of that time. */
        SERIAL,
        /** Far more came at first: requests take different times, or something had been saved up. */
        BURST,
        NOT_SEEN
    }

    /**
     * The server serves a number of requests at once, however many are offered, and its processors are idle.
     *
     * @param served requests served at once: answers a second times the time of a single request, or as many as a server at
     *     rest answers in its first round. It is a size of something only if a place is held for the whole request
     * @param halfWidth half the width of its interval
     * @param shape how the first answers came
     */
    record Limit(double served, double halfWidth, Shape shape) implements Law {

        // Half the width of an interval, as a share, from which on the number alone says nothing.
        private static final double LARGEST_ERROR = 0.35;

        /** Returns true if the number says something without anything that was seen to be full. */
        public boolean isDecided() {
            return halfWidth <= LARGEST_ERROR * served && shape != Shape.BURST;
        }

        /** Returns the whole number, at least 1. */
        public long rounded() {
            return Math.max(1, Math.round(served));
        }

        /** Returns true if that many threads, connections or permits may be what is served at once. */
        public boolean fits(double number) {
            return Math.abs(number - served) <= Math.max(tolerance(number), halfWidth);
        }

        // Returns the distance up to which two numbers are equal: half of one, or a tenth of many.
        private static double tolerance(double number) {
            return Math.max(0.5, number / 10);
        }
    }

    /**
     * The more is offered, the more is served at once: no such limit.
     *
     * @param servedAtLower requests served at once at the lower level
     * @param servedAtHigher those of the higher level
     */
    record Growth(double servedAtLower, double servedAtHigher) implements Law {}

    /**
     * The more is offered, the fewer are answered.
     *
     * @param perSecond answers a second of the lower level
     * @param perSecondAtHigher those of the higher level
     */
    record Collapse(double perSecond, double perSecondAtHigher) implements Law {}

    /**
     * Processors are the limit: the requests in service compute.
     *
     * @param served requests served at once
     * @param usedProcessors processors that the server used
     * @param availableProcessors processors that it may use
     * @param thread name of the one thread that computed all the time; empty if it was none
     */
    record CpuBound(double served, double usedProcessors, double availableProcessors, String thread) implements Law {}

    /**
     * Nothing follows from the levels.
     *
     * @param why reason
     * @param levelsDiffer true if the reason is that the levels do not agree
     */
    record Undecided(String why, boolean levelsDiffer) implements Law {

        /** Creates one for a reason other than levels that disagree. */
        public Undecided(String why) {
            this(why, false);
        }
    }
}
