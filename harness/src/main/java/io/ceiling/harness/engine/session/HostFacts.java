package io.ceiling.harness.engine.session;

import io.ceiling.harness.observe.HostLimitsProbe;
import io.ceiling.harness.observe.HostProbe;
import io.ceiling.harness.observe.MemoryShares;
import io.ceiling.harness.observe.OtherRuns;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadHost;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The facts about this host that a run needs, read once, and the probe of readings that change.
 *
 * @param host reads the host
 * @param limits limits of this host and this process
 * @param cpuCount number of processors
 * @param otherRuns finds other measurements on this host
 * @param hosts further hosts on which servers and load agents run
 */
public record HostFacts(HostProbe host, HostLimits limits, int cpuCount, OtherRuns otherRuns, Hosts hosts) {

    /** Returns the same host with its limits read again. */
    public HostFacts withFreshLimits() {
        return new HostFacts(host, HostLimitsProbe.read(), cpuCount, otherRuns, hosts);
    }

    /** Reads this host now. */
    public static HostFacts ofThisHost() {
        return new HostFacts(
                new HostProbe(),
                HostLimitsProbe.read(),
                Runtime.getRuntime().availableProcessors(),
                new OtherRuns(),
                Hosts.NONE);
    }

    /** Returns the same facts of a run that has further hosts. */
    public HostFacts with(Hosts others) {
        return new HostFacts(host, limits, cpuCount, this.otherRuns, others);
    }

    /** Returns the watch of the hosts of that many servers. */
    HostWatch watch(int instances) {
        return hosts.watch(instances).orElse(host::reading);
    }

    /** Returns the watch of servers that the run did not start, with the readings of their hosts. */
    public HostWatch watch(Supplier<HostReading> ofServers) {
        return new HostWatch() {

            @Override
            public HostReading servers() {
                return ofServers.get();
            }

            @Override
            public Map<String, LoadHost.State> load() {
                return hosts.watch(1).map(HostWatch::load).orElse(Map.of());
            }
        };
    }

    /**
     * Returns the reasons to stop a ramp or a conversation.
     *
     * @param memoryFloorBytes memory that must stay available on this host
     * @param timeLimit time limit; empty for none
     */
    public StopReasons stopReasons(long memoryFloorBytes, RunClock clock, Optional<Duration> timeLimit) {
        return new StopReasons(
                host::memoryAvailableBytes,
                new MemoryShares()::sentence,
                memoryFloorBytes,
                hosts::shortOfMemory,
                clock::nanoTime,
                timeLimit);
    }
}
