package io.ceiling.harness.result;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.reading.LongestPauses;
import java.util.OptionalDouble;

/**
 * The resources of this host that a server and the load generator used during a measurement.
 *
 * @param host what the processors of this host did; what is not idle was used by server, agents, this harness, other
 *     processes and interrupts
 * @param serverCores processors that the server used
 * @param coresPerAgent processors that each load agent used, on average
 * @param server footprint of the server at the end
 * @param pauses longest pauses
 */
public record ResourceUse(
        HostShares host, double serverCores, double coresPerAgent, ServerFootprint server, LongestPauses pauses) {

    /**
     * Returns the processor time of the server for each piece of its work, in ns; empty if it did none, or was not seen.
     *
     * @param nanos length of the measurement, in ns
     * @param count requests, messages or deliveries in it
     */
    public OptionalDouble serverNanosEach(long nanos, long count) {
        return count > 0 && serverCores > 0 ? OptionalDouble.of(serverCores * nanos / count) : OptionalDouble.empty();
    }

    public static ResourceUse of(SampleInterval span, LongestPauses pauses) {
        return new ResourceUse(
                span.hostShares(),
                span.serverCores(),
                span.coresPerAgent(),
                ServerFootprint.of(span.end().server()),
                pauses);
    }
}
