package io.ceiling.harness.model;

/**
 * The resources of this host that a server and the load agents used during a measurement.
 *
 * @param idleShare idle share of the processors of this host, 0..1; the rest was used by server, agents and other
 *     processes
 * @param serverCores processors that the server used
 * @param loaderCores processors that each load agent used, on average
 * @param server footprint of the server at the end
 * @param pauses longest pauses
 */
public record ResourceUse(
        double idleShare, double serverCores, double loaderCores, ServerFootprint server, LongestPauses pauses) {

    /** Returns the resources that were used in a span, on a host with that number of processors. */
    public static ResourceUse of(Span span, int cpuCount, LongestPauses pauses) {
        return new ResourceUse(
                span.idleShare(cpuCount),
                span.serverCores(),
                span.coresOfALoader(),
                ServerFootprint.of(span.end().server()),
                pauses);
    }
}
