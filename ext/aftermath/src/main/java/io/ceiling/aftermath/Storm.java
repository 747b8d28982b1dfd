package io.ceiling.aftermath;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import java.time.Duration;

/**
 * A storm: all connections were dropped at once and came back.
 *
 * @param acceptCount length of the listen queue that the server asked the kernel for
 * @param connections number of connections
 * @param reconnectTime time within which they came back
 * @param served when they were served again
 * @param queue the listen queue meanwhile
 * @param failure reason why it failed; empty if it passed
 */
record Storm(Limit acceptCount, int connections, Duration reconnectTime, Served served, Queue queue, String failure) {

    /**
     * The connections that were served again.
     *
     * @param count connections that were served
     * @param failed connections that failed
     * @param slowConnects connects that took 0.9 s or more from their intended start: their SYN was lost, or the load
     *     agent was late
     * @param timesSinceDrop times since the drop
     * @param answers times of the first answers, each from the intended start of its connection
     */
    public record Served(
            long count, long failed, long slowConnects, TimesSinceDrop timesSinceDrop, ResponseTimes answers) {}

    /**
     * Times since the drop, in ns; not seen if fewer connections were served.
     *
     * @param halfNanos time until half of the connections were served
     * @param p99Nanos time until 99 % of them were
     * @param allNanos time until all were
     */
    public record TimesSinceDrop(Observation halfNanos, Observation p99Nanos, Observation allNanos) {}

    /**
     * The listen queue during a storm. The first three are counters of all ports of the server's host.
     *
     * @param overflows connects that found a full queue
     * @param drops connects that a listening socket dropped for any reason
     * @param synRetransmits SYN segments that were sent again
     * @param highWater most connections seen in the queue of the server's own port at once
     * @param length length of that queue, as the kernel has it
     */
    public record Queue(
            Observation overflows,
            Observation drops,
            Observation synRetransmits,
            Observation highWater,
            Limit length) {}

    /** Returns true if all connections were served in time. */
    public boolean passed() {
        return failure.isEmpty();
    }
}
