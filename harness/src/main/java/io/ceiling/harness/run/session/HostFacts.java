package io.ceiling.harness.run.session;

import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.probe.HostLimitsProbe;
import io.ceiling.harness.probe.HostProbe;
import io.ceiling.harness.probe.OtherRuns;

/**
 * The facts about this host that a run needs, read once, and the probe of readings that change.
 *
 * @param host reads the host
 * @param limits limits of this host and this process
 * @param cpuCount number of processors
 * @param others finds other measurements on this host
 */
public record HostFacts(HostProbe host, HostLimits limits, int cpuCount, OtherRuns others) {

    /** Returns the same host with its limits read again. */
    public HostFacts now() {
        return new HostFacts(host, HostLimitsProbe.read(), cpuCount, others);
    }

    /** Reads this host now. */
    public static HostFacts ofThisHost() {
        return new HostFacts(
                new HostProbe(), HostLimitsProbe.read(), Runtime.getRuntime().availableProcessors(), new OtherRuns());
    }
}
