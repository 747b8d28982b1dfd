package io.ceiling.traffic;

import io.ceiling.harness.result.Doubts;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.load.report.ExchangeCounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of {@code ceiling traffic}.
 *
 * @param settings settings of the traffic
 * @param held held connections
 * @param exchanges requests and answers
 * @param resources resource use in the measured time
 * @param probe result of the probe; empty if there was none
 */
public record TrafficResult(
        TrafficSettings settings,
        HeldConnections held,
        ExchangeFigures exchanges,
        ResourceUse resources,
        Optional<ProbeResult> probe) {

    // Share of the offered requests below which the server had more than it can answer.
    private static final double OVERLOADED = 0.9;

    public double connectionsPerSecond() {
        return settings.connections() / (held.openingNanos() / 1e9);
    }

    /**
     * Returns the processor time of the server for each answer, those of the probe among them, in ns; empty if there
     * was none, or if it was not seen.
     */
    OptionalDouble serverNanosPerRequest() {
        return resources.serverNanosEach(
                exchanges.nanos(),
                exchanges.requests().answered()
                        + probe.map(ProbeResult::answered).orElse(0L));
    }

    /** Returns the reasons to doubt the figures; empty if there are none. */
    public List<String> marks() {
        // Without memory or connections the traffic ends early, and no more is offered then.
        long nanos = Math.min(settings.time().toNanos(), exchanges.nanos());
        double offered = settings.offeredPerSecond() * nanos / 1e9;
        ExchangeCounts requests = exchanges.requests();
        Doubts marks = new Doubts()
                .addShortfall(requests.answered(), offered)
                .addText(requests.answered() < OVERLOADED * offered ? "--slo=1s finds the rate that is answered" : "")
                .addLateShare(requests.late(), requests.planned())
                .addBusyProcess("a load agent", resources.coresPerAgent());
        probe.ifPresent(p -> marks.addBusyProcess("the probe", p.cores())
                .addText(p.reason().isEmpty() ? "" : "probe: " + p.reason()));
        return marks.marks();
    }
}
