package io.ceiling.harness.model;

/**
 * What a server and the load agents used of this host while something was measured.
 *
 * @param idleShare of the processors of this host, 0..1; server, agents and all else have the rest
 * @param serverCores processors that the server used
 * @param loaderCores processors that each load agent used, on average
 * @param server at the end
 */
public record ResourceUse(
        double idleShare, double serverCores, double loaderCores, ServerFootprint server, LongestPauses pauses) {

    /** Returns what was used in that time, on a host with so many processors. */
    public static ResourceUse of(Span span, int cpuCount, LongestPauses pauses) {
        return new ResourceUse(
                span.idleShare(cpuCount),
                span.serverCores(),
                span.coresOfALoader(),
                ServerFootprint.of(span.end().server()),
                pauses);
    }
}
