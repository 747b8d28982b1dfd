package io.ceiling.harness.model;

import io.ceiling.load.report.ExchangeCounts;
import java.util.List;
import java.util.Optional;

/** What became of connections that asked again and again. */
public record TrafficResult(
        TrafficSettings settings,
        HeldConnections held,
        ExchangeFigures exchanges,
        ResourceUse resources,
        Optional<ProbeResult> probe) {

    public double connectionsPerSecond() {
        return settings.connections() / (held.openingNanos() / 1e9);
    }

    /** What speaks against the figures; empty if nothing does. */
    public List<String> marks() {
        double offered = settings.offeredPerSecond() * settings.time().toNanos() / 1e9;
        ExchangeCounts requests = exchanges.requests();
        Marks marks = new Marks()
                // Draws spread: less than that many standard deviations below is no lack.
                .when(
                        requests.answered() < Marks.LEAST_ACHIEVED * offered - Math.sqrt(offered),
                        "answered %.1f %% of what was offered",
                        100 * requests.answered() / offered)
                .late(requests.late(), requests.asked())
                .cores("a load agent", resources.loaderCores());
        probe.ifPresent(p -> marks.cores("the probe", p.cores()).text(p.why().isEmpty() ? "" : "probe: " + p.why()));
        return marks.all();
    }
}
