package io.ceiling.harness.run;

import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.probe.HostLimitsProbe;
import io.ceiling.harness.probe.HostProbe;

/** What a run needs to know about this host, read once, and the probe for what changes. */
record HostFacts(HostProbe host, HostLimits limits, int cpuCount) {

    /** The same host with its limits as they are now. */
    HostFacts now() {
        return new HostFacts(host, HostLimitsProbe.read(), cpuCount);
    }

    /** Reads this host now. */
    static HostFacts ofThisHost() {
        return new HostFacts(
                new HostProbe(), HostLimitsProbe.read(), Runtime.getRuntime().availableProcessors());
    }
}
