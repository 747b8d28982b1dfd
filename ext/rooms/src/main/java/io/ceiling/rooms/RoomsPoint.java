package io.ceiling.rooms;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.Doubts;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.load.report.PublishCounts;
import java.time.Duration;
import java.util.List;

/**
 * The result of one pause between bursts.
 *
 * @param load load on the server
 * @param throughput messages of the measured time
 * @param deliveries messages of warm-up and measured time
 * @param roundTrips times from member to member
 * @param resources resource use in the measured time; the longest pause of a load agent includes the probe agent
 * @param probeCores processors that the probe agent used
 */
public record RoomsPoint(
        RoomsLoad load,
        RoomsThroughput throughput,
        RoomsDeliveries deliveries,
        RoundTrips roundTrips,
        ResourceUse resources,
        double probeCores) {

    /**
     * Returns true if no message was lost, every member stayed, the round trip did not grow, and 99 % of the messages
     * arrived within that time.
     */
    public boolean passes(Duration p99) {
        ResponseTimes response = roundTrips.times().response();
        return deliveries.lost() == 0
                && deliveries.membersGone() == 0
                && roundTrips.isSteady()
                && response.count() > 0
                && response.p99Nanos() <= p99.toNanos();
    }

    /** Returns the reasons why the load side may have distorted this point; empty if there are none. */
    public List<String> marks() {
        PublishCounts sent = throughput.sent();
        return new Doubts()
                .addIf(
                        sent.sent() < Doubts.MIN_ACHIEVED * sent.due(),
                        "sent %.1f %% of what was offered",
                        100.0 * sent.sent() / sent.due())
                .addLateShare(sent.late(), sent.sent())
                .addBusyProcess("a load agent", resources.coresPerAgent())
                .addBusyProcess("the probe", probeCores)
                .marks();
    }
}
