package io.ceiling.harness.run.session;

import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.probe.HostLimitsProbe;
import io.ceiling.harness.probe.HostProbe;

/** What a run needs to know about this host, read once, and the probe for what changes. */
public record HostFacts(HostProbe host, HostLimits limits, int cpuCount) {

    /** The same host with its limits as they are now. */
    public HostFacts now() {
        return new HostFacts(host, HostLimitsProbe.read(), cpuCount);
    }

    /** Reads this host now. */
    public static HostFacts ofThisHost() {
        return new HostFacts(
                new HostProbe(), HostLimitsProbe.read(), Runtime.getRuntime().availableProcessors());
    }
}
