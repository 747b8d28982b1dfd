package io.ceiling.harness.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What became of connections that asked again and again.
 *
 * @param openingNanos from the first connection to the last one's first answer
 * @param measuredNanos from the beginning of the traffic to its last answer
 * @param asked requests whose intended start came
 * @param lateSends of the asked, more than 1 ms after their intended start
 * @param alive connections at the end
 * @param notHeld why not all connections were held to the end; empty if they were
 * @param bytesRead what load agents read from sockets in the measured time, headers included
 * @param response from intended start
 * @param service from send
 * @param serverCores processors that the server used
 * @param loaderCores processors that each load agent used, on average
 * @param idleShare of the processors of this host, 0..1; server, agents and all else have the rest
 * @param heldHeapBytes what the server's heap has more with all connections than with none, each after a full collection;
 *     empty if not seen, and no figure with few connections
 * @param heldRssBytes the same of its resident set
 * @param serverHeapBytes used at the end, garbage included
 * @param serverRssBytes at the end
 * @param serverPauseNanos longest pause of the server process; -1 if not seen
 * @param agentPauseNanos longest pause of a load agent
 */
public record TrafficResult(
        TrafficSettings settings,
        long openingNanos,
        long measuredNanos,
        long asked,
        long answered,
        long lateSends,
        long alive,
        String notHeld,
        long bytesRead,
        long bytesWritten,
        ResponseTimes response,
        ResponseTimes service,
        double serverCores,
        double loaderCores,
        double idleShare,
        int serverThreads,
        OptionalLong heldHeapBytes,
        OptionalLong heldRssBytes,
        long serverHeapBytes,
        long serverRssBytes,
        long serverPauseNanos,
        long agentPauseNanos,
        Optional<ProbeResult> probe) {

    public double connectionsPerSecond() {
        return settings.connections() / (openingNanos / 1e9);
    }

    public double requestsPerSecond() {
        return perSecond(answered);
    }

    public double bytesReadPerSecond() {
        return perSecond(bytesRead);
    }

    public double bytesWrittenPerSecond() {
        return perSecond(bytesWritten);
    }

    private double perSecond(long count) {
        return measuredNanos <= 0 ? 0 : count / (measuredNanos / 1e9);
    }

    /** What speaks against the figures; empty if nothing does. */
    public List<String> marks() {
        double offered = settings.offeredPerSecond() * settings.time().toNanos() / 1e9;
        Marks marks = new Marks()
                // Draws spread: less than that many standard deviations below is no lack.
                .when(
                        answered < Marks.LEAST_ACHIEVED * offered - Math.sqrt(offered),
                        "answered %.1f %% of what was offered",
                        100 * answered / offered)
                .late(lateSends, asked)
                .cores("a load agent", loaderCores);
        probe.ifPresent(p -> marks.cores("the probe", p.cores()).text(p.why().isEmpty() ? "" : "probe: " + p.why()));
        return marks.all();
    }
}
