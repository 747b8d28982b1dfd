package io.ceiling.harness.model;

import java.time.Duration;
import java.util.List;

/**
 * What one pause between bursts did to the rooms of a server.
 *
 * @param users connections, each a member of one room
 * @param pauseNanos from the intended start of a burst to that of the next
 * @param messagesPerBurst each to a room drawn at random
 * @param asked messages whose intended time came in the measured time
 * @param sent of these, the ones that went out
 * @param lateSends of the sent, more than 1 ms after their intended time
 * @param due messages of warm-up and measured time, once for each member of their room
 * @param arrived of the due, the ones that came, without duplicates
 * @param duplicates of warm-up and measured time
 * @param outOfOrder of warm-up and measured time
 * @param received messages that came in the measured time, over all members
 * @param receivedBytes of their texts
 * @param measuredNanos the measured time
 * @param roundTrip from a message's intended start at its sender to its arrival at members of the probe
 * @param service the same from when its sender sent it
 * @param firstThirdNanos median round trip of the first third of the time
 * @param lastThirdNanos median of the last third
 * @param idleShare of the processors of this host, 0..1; server, agents and all else have the rest
 * @param serverCores processors that the server used
 * @param loaderCores processors that each load agent used, on average
 * @param probeCores processors that the probe used
 * @param serverThreads platform threads of the server
 * @param serverHeapBytes used, garbage included
 * @param serverRssBytes resident set of the server
 * @param serverPauseNanos longest pause of the server process; -1 if not seen
 * @param agentPauseNanos longest pause of a load agent or the probe
 */
public record RoomsPoint(
        int users,
        int rooms,
        long pauseNanos,
        int messagesPerBurst,
        long asked,
        long sent,
        long lateSends,
        long due,
        long arrived,
        long duplicates,
        long outOfOrder,
        long received,
        long receivedBytes,
        long measuredNanos,
        ResponseTimes roundTrip,
        ResponseTimes service,
        long firstThirdNanos,
        long lastThirdNanos,
        double idleShare,
        double serverCores,
        double loaderCores,
        double probeCores,
        int serverThreads,
        long serverHeapBytes,
        long serverRssBytes,
        long serverPauseNanos,
        long agentPauseNanos) {

    /** Medians differ by so much without a trend. */
    private static final double STEADY_GROWTH = 1.5;

    private static final long STEADY_NANOS = 2_000_000;

    /** Messages that members of their room never got. */
    public long lost() {
        return Math.max(0, due - arrived);
    }

    /** Messages sent in a second. */
    public double sentPerSecond() {
        return perSecond(sent);
    }

    /** Messages that came in a second, over all members. */
    public double deliveredPerSecond() {
        return perSecond(received);
    }

    public double deliveredBytesPerSecond() {
        return perSecond(receivedBytes);
    }

    private double perSecond(long count) {
        return measuredNanos <= 0 ? 0 : count / (measuredNanos / 1e9);
    }

    /** Whether the round trip did not grow while it was measured: a queue that grows has no response time. */
    public boolean steady() {
        return lastThirdNanos <= STEADY_GROWTH * firstThirdNanos + STEADY_NANOS;
    }

    /** Whether nothing was lost, in a steady state, with 99 % within that time. */
    public boolean passes(Duration p99) {
        return lost() == 0 && steady() && roundTrip.count() > 0 && roundTrip.p99Nanos() <= p99.toNanos();
    }

    /** Why the load side may have bent this point; empty if nothing speaks for that. */
    public List<String> marks() {
        return new Marks()
                .when(sent < Marks.LEAST_ACHIEVED * asked, "sent %.1f %% of what was offered", 100.0 * sent / asked)
                .late(lateSends, sent)
                .cores("a load agent", loaderCores)
                .cores("the probe", probeCores)
                .all();
    }
}
