package io.ceiling.rooms;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.Counts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures points of one cell: all members send with one pause, and the probe agents measure delivery times.
 *
 * <p>Members first send for a time that does not count. The measured time follows in three parts, which show whether
 * round trips grow.
 */
final class PointMeasurement {

    /** Time that members send before anything counts. */
    static final Duration WARM_UP_TIME = Duration.ofSeconds(2);

    private static final int PARTS = 3;

    private final Members members;
    private final RunClock clock;
    private final Duration stallTimeout;
    private final Map<String, List<String>> histograms = new LinkedHashMap<>();

    /** @param stallTimeout time without an arrival after which the wait for due messages ends */
    PointMeasurement(Members members, RunClock clock, Duration stallTimeout) {
        this.members = members;
        this.clock = clock;
        this.stallTimeout = stallTimeout;
    }

    /** Returns the round trips of each point by pause, for .hlog files. */
    Map<String, List<String>> histograms() {
        return Map.copyOf(histograms);
    }

    /**
     * Measures one pause, and blocks until all messages have arrived or none arrives any more.
     *
     * @param session server with all members connected
     * @param index number of the point in its cell, from 0
     */
    RoomsPoint measure(ServerSession session, long pauseNanos, int index) {
        Publisher server = session.publisher();
        Fleet probe = members.probe();
        long dueBefore = server.gauges().messages().due();
        Counts before = members.counts();
        members.send(
                pauseNanos, WARM_UP_TIME.plus(members.roomsSettings().time()).toNanos(), index);
        RoomsSampler watch = new RoomsSampler(session, members.loaders(), clock);
        watch.watch(WARM_UP_TIME.toNanos());
        Window window = window(session, watch);
        RoomsDeliveries deliveries = awaitDeliveries(server, dueBefore, before);
        // Messages that arrived late belong to the last phase: they were sent in the measured time.
        List<AgentHistograms> phases = new ArrayList<>(window.phases());
        phases.addAll(probe.deliveries());
        keep("round-trip", pauseNanos, phases, AgentHistograms::delivery);
        keep("service", pauseNanos, phases, AgentHistograms::deliveryService);
        SampleInterval span = window.span();
        return new RoomsPoint(
                new RoomsLoad(
                        members.users(),
                        members.rooms(),
                        members.roomsSettings().messages(),
                        pauseNanos),
                new RoomsThroughput(
                        span.nanos(),
                        window.counts().publishing(),
                        window.counts().channels()),
                deliveries,
                new RoundTrips(
                        Fleet.deliveryTimes(phases),
                        medianNanos(phases.subList(0, probe.size())),
                        medianNanos(phases.subList((PARTS - 1) * probe.size(), PARTS * probe.size()))),
                ResourceUse.of(
                        span,
                        watch.pauses().withAgentPause(probe.counts().process().longestPauseNanos())),
                (double) window.probeCpuNanos() / span.nanos());
    }

    // Waits until all due messages have arrived, or none arrives any more.
    private RoomsDeliveries awaitDeliveries(Publisher server, long dueBefore, Counts before) {
        StallDetector arriving = new StallDetector(clock, stallTimeout);
        while (true) {
            RoomsDeliveries now = new RoomsDeliveries(
                    server.gauges().messages().due() - dueBefore,
                    members.counts().since(before).channels(),
                    members.goneMembers());
            if (now.received().messages() >= now.due()
                    || arriving.isStalled(now.received().messages())) {
                return now;
            }
            clock.rest();
        }
    }

    private void keep(
            String name, long pauseNanos, List<AgentHistograms> phases, Function<AgentHistograms, String> histogram) {
        histograms.put(
                "%s-%dus".formatted(name, pauseNanos / 1000),
                phases.stream().map(histogram).toList());
    }

    private static long medianNanos(List<AgentHistograms> phase) {
        return Fleet.deliveryTimes(phase).response().p50Nanos();
    }

    // The readings from the start to the end of the measured time.
    // span: samples at both ends
    // counts: counts of load agents and probe agents together
    // probeCpuNanos: processor time of the probe agents, in ns
    // phases: round trips at each probe agent in all parts of the time except the last, which ends only when all
    // messages have arrived
    private record Window(SampleInterval span, Counts counts, long probeCpuNanos, List<AgentHistograms> phases) {}

    private Window window(ServerSession session, RoomsSampler watch) {
        Fleet loaders = members.loaders();
        Fleet probe = members.probe();
        loaders.forgetDeliveries();
        probe.forgetDeliveries();
        LoadReading probeBefore = probe.counts();
        Sample start = session.recorder().sampleNow(loaders.counts());
        List<AgentHistograms> phases = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            watch.watch(members.roomsSettings().time().toNanos() / PARTS);
            if (i < PARTS - 1) {
                phases.addAll(probe.deliveries());
                probe.forgetDeliveries();
            }
        }
        LoadReading probeAfter = probe.counts();
        SampleInterval span = new SampleInterval(start, session.recorder().sampleNow(loaders.counts()));
        return new Window(
                span,
                span.counts().plus(probeAfter.counts().since(probeBefore.counts())),
                probeAfter.process().since(probeBefore.process()).cpuNanos(),
                List.copyOf(phases));
    }
}
