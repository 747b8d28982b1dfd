package io.ceiling.harness.model;

import io.ceiling.load.report.PublishCounts;
import java.time.Duration;
import java.util.List;

/**
 * What one pause between bursts did to the rooms of a server.
 *
 * @param throughput of the measured time
 * @param deliveries of warm-up and measured time
 * @param resources in the measured time; the longest pause of a load agent is one of the probe, too
 * @param probeCores processors that the probe used
 */
public record RoomsPoint(
        RoomsLoad load,
        RoomsThroughput throughput,
        RoomsDeliveries deliveries,
        RoundTrips roundTrips,
        ResourceUse resources,
        double probeCores) {

    /** Whether nothing was lost, in a steady state, with 99 % within that time. */
    public boolean passes(Duration p99) {
        ResponseTimes response = roundTrips.times().response();
        return deliveries.lost() == 0
                && roundTrips.steady()
                && response.count() > 0
                && response.p99Nanos() <= p99.toNanos();
    }

    /** Why the load side may have bent this point; empty if nothing speaks for that. */
    public List<String> marks() {
        PublishCounts sent = throughput.sent();
        return new Marks()
                .when(
                        sent.sent() < Marks.LEAST_ACHIEVED * sent.asked(),
                        "sent %.1f %% of what was offered",
                        100.0 * sent.sent() / sent.asked())
                .late(sent.late(), sent.sent())
                .cores("a load agent", resources.loaderCores())
                .cores("the probe", probeCores)
                .all();
    }
}
