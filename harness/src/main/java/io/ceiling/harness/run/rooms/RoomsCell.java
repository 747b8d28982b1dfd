package io.ceiling.harness.run.rooms;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.Chat;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.LongestPauses;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.ResourceUse;
import io.ceiling.harness.model.RoomsDeliveries;
import io.ceiling.harness.model.RoomsLoad;
import io.ceiling.harness.model.RoomsPoint;
import io.ceiling.harness.model.RoomsThroughput;
import io.ceiling.harness.model.RoundTrips;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Span;
import io.ceiling.harness.model.StartedServer;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.model.WarmUp;
import io.ceiling.harness.run.control.Publisher;
import io.ceiling.harness.run.ramp.AgentPlans;
import io.ceiling.harness.run.ramp.EffortMeter;
import io.ceiling.harness.run.ramp.ReadyServer;
import io.ceiling.harness.run.ramp.StepRunner;
import io.ceiling.harness.run.ramp.StepTraffic;
import io.ceiling.harness.run.session.HostFacts;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.StallDetector;
import io.ceiling.harness.run.session.StopReasons;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.harness.verdict.PauseSearch;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One cell of the rooms grid: opens all members, then makes them send bursts with successive pauses until the host
 * reaches the target idle share.
 *
 * <p>Notes. Members of the load agents and of the probe agent send alike, each agent the share of its members. Only
 * messages that arrive at the probe agent are timed: it has few members, so that it is not late itself. If the server
 * lost members, because it gives up those that it cannot keep up with, the next pause is tried in a fresh server.
 */
final class RoomsCell implements AutoCloseable {

    /** Largest number of members of the probe agent. */
    static final int PROBE_MEMBERS = 1000;

    /**
     * Time that members send slowly at first: a JVM whose code is still being compiled breaks down under a load that it
     * serves easily a few seconds later.
     */
    private static final Duration COLD = Duration.ofSeconds(5);

    private static final int SLOWLY = 4;
    private static final int MOST_WARM_UPS = 3;

    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final int PARTS = 3;
    private static final double FIRST_DELIVERIES_PER_SECOND = 4000;

    private final int users;
    private final int rooms;
    private final Scenario scenario;
    private final RampSettings ramp;
    private final Chat chat;
    private final Fleet loaders;
    private final Fleet probe;
    private final ServerSession.Starter servers;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final Map<String, List<String>> histograms = new LinkedHashMap<>();
    private ServerSession session;
    private int serverNumber = 1;
    private WarmUp warmUp = WarmUp.NONE;

    /**
     * Starts the first server and blocks until it is ready.
     *
     * @param users number of connections, each a member of one room
     * @param rooms number of rooms, at least one for each server
     * @param probe fleet of one agent for each server, which have only the timed members
     */
    RoomsCell(
            int users,
            int rooms,
            RoomsRequest request,
            Fleet loaders,
            Fleet probe,
            ServerSession.Starter servers,
            Waiting waiting,
            HostFacts facts)
            throws InterruptedException {
        this.users = users;
        this.rooms = rooms;
        this.scenario = request.server();
        this.ramp = request.run().ramp();
        this.chat = request.chat();
        this.loaders = loaders.over(scenario.instances());
        this.probe = probe.over(scenario.instances());
        this.servers = servers;
        this.waiting = waiting;
        this.stopReasons = facts.stopReasons(ramp.memoryFloorBytes(), waiting, Optional.empty());
        this.session = servers.start(serverNumber);
    }

    /** Returns the current server, with the warm-ups of all servers so far. */
    StartedServer server() {
        return session.started().server().warmed(warmUp);
    }

    /** Returns all servers as they were started. */
    List<StartedServer> servers() {
        return session.all().stream().map(ServerSession.Started::server).toList();
    }

    /** Stops the current server and blocks until it is gone. */
    @Override
    public void close() {
        session.close();
    }

    /** Returns the round trips of each point by pause, for .hlog files. */
    Map<String, List<String>> histograms() {
        return Map.copyOf(histograms);
    }

    private int probeMembers() {
        return Math.min(PROBE_MEMBERS, users / 2);
    }

    private int loaderMembers() {
        return users - probeMembers();
    }

    /**
     * Runs the search and blocks until it is over.
     *
     * @param each called with each point as soon as it is measured
     * @throws ScenarioNotRunException if the members could not be opened, or this host is short of memory
     */
    void run(Consumer<RoomsPoint> each) throws InterruptedException {
        getReady(firstPause());
        List<PauseSearch.Tried> tried = new ArrayList<>();
        OptionalLong pause = PauseSearch.next(tried, firstPause());
        while (pause.isPresent() && tried.size() < chat.mostPoints()) {
            RoomsPoint point = measured(pause.getAsLong(), tried.size());
            each.accept(point);
            tried.add(new PauseSearch.Tried(point.load().pauseNanos(), idleShare(point), point.passes(chat.p99())));
            stopIfShortOfMemory();
            pause = PauseSearch.next(tried, firstPause());
            if (pause.isPresent() && !complete()) {
                restart();
                getReady(Math.max(2 * pause.getAsLong(), firstPause() / 4));
            }
        }
    }

    /**
     * Opens all members and warms the server. A server that was slow at first may have given members up: then another one
     * is started and warmed more slowly.
     *
     * @throws ScenarioNotRunException if members were gone after each warm-up
     */
    private void getReady(long pauseNanos) throws InterruptedException {
        for (int warmUps = 1; ; warmUps++) {
            warmServer();
            openAll();
            warm(warmUps * pauseNanos);
            if (complete()) {
                return;
            }
            if (warmUps == MOST_WARM_UPS) {
                throw new ScenarioNotRunException(
                        "%d of %d members were gone after the warm-up, also when it was repeated more slowly: %s"
                                .formatted(
                                        membersGone(),
                                        users,
                                        Failures.byLabel(counts().failures().counts())));
            }
            restart();
        }
    }

    private void restart() throws InterruptedException {
        session.close();
        session = servers.start(++serverNumber);
    }

    private long membersGone() {
        return Math.max(0, users - counts().connections().alive());
    }

    private void warmServer() throws InterruptedException {
        if (scenario.work().outlivesItsClient()) {
            // Such a server has no warm-up of its own: its members send slowly at first, see {@link #warm}.
            return;
        }
        ReadyServer server = new ReadyServer(
                scenario,
                ramp,
                loaders,
                waiting,
                session,
                () -> session.exitCode().isPresent() || stopReasons.now().isPresent());
        warmUp = warmUp.plus(server.warm());
    }

    private void openAll() {
        open(loaders, 1, 0, loaderMembers());
        // Members are numbered at each server, whose rooms get one after the other.
        open(probe, 2, (loaderMembers() + scenario.instances() - 1) / scenario.instances(), probeMembers());
    }

    /**
     * Lets the members send, slowly at first, without measuring. Returns when no message has arrived for
     * {@link #WARM_UP}.
     */
    private void warm(long pauseNanos) {
        for (long pause : new long[] {SLOWLY * pauseNanos, pauseNanos}) {
            speak(loaders, loaderMembers(), pause, COLD.toNanos(), -1);
            speak(probe, probeMembers(), pause, COLD.toNanos(), -2);
            new Watch(session.publisher()).until(COLD.toNanos());
        }
        StallDetector arriving = new StallDetector(waiting, WARM_UP);
        while (!arriving.reached(loaders.counts().channels().messages())) {
            waiting.rest();
        }
    }

    private void stopIfShortOfMemory() {
        stopReasons.now().ifPresent(why -> {
            throw new ScenarioNotRunException(why);
        });
    }

    private boolean complete() {
        return session.exitCode().isEmpty() && membersGone() == 0;
    }

    private long firstPause() {
        double perBurst = (double) chat.messages() * users / rooms;
        return Math.round(perBurst / FIRST_DELIVERIES_PER_SECOND * 1e9);
    }

    private void open(Fleet fleet, int step, int firstMember, int members) {
        // How fast a JVM that has just started accepts members is not measured here.
        long patience = ramp.stallTimeout().toNanos();
        ChannelTransport transport = scenario.messaging().orElseThrow().channelTransport();
        fleet.prepare(session.all().stream()
                .map(started -> LoadPlan.channels(
                                AgentPlans.address(started.server()),
                                new ChannelPlan(
                                                transport,
                                                roomsOfEach(),
                                                firstMember,
                                                1,
                                                0,
                                                ChannelPlan.Stamps.OF_MEMBERS)
                                        .in(Containers.of(scenario.container())
                                                .dialect()
                                                .protocol()))
                        .withSeed(AgentPlans.SEED + step)
                        .withSourceAddresses(AgentPlans.sourceAddresses(ramp, users / scenario.instances()))
                        .withTimeouts(patience, patience))
                .toList());
        Step opened = new StepRunner(
                        fleet,
                        ramp,
                        StepTraffic.NONE,
                        session.recorder(),
                        waiting,
                        () -> session.exitCode().isPresent()
                                || stopReasons.now().isPresent(),
                        new EffortMeter(waiting::nanoTime),
                        StepRunner.window(session.listenQueue(), 0))
                .run(step, members);
        stopIfShortOfMemory();
        if (!opened.passed()) {
            throw new ScenarioNotRunException(
                    "%d of %d members were there: %s".formatted(opened.served(), members, opened.failure()));
        }
    }

    private int roomsOfEach() {
        return rooms / scenario.instances();
    }

    private RoomsPoint measured(long pauseNanos, int index) {
        Publisher server = session.publisher();
        long dueBefore = server.gauges().messages().due();
        Counts before = counts();
        long duration = WARM_UP.plus(chat.time()).toNanos();
        speak(loaders, loaderMembers(), pauseNanos, duration, 2L * index);
        speak(probe, probeMembers(), pauseNanos, duration, 2L * index + 1);
        Watch watch = new Watch(server);
        watch.until(WARM_UP.toNanos());
        Window window = window(watch);
        RoomsDeliveries deliveries = awaited(server, dueBefore, before);
        // Messages that arrived late belong to the last phase: they were sent in the measured time.
        List<AgentHistograms> phases = new ArrayList<>(window.phases());
        phases.addAll(probe.deliveries());
        keep("round-trip", pauseNanos, phases, AgentHistograms::delivery);
        keep("service", pauseNanos, phases, AgentHistograms::deliveryService);
        Span span = window.span();
        return new RoomsPoint(
                new RoomsLoad(users, rooms, chat.messages(), pauseNanos),
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
                        span, watch.pauses.orAgent(probe.counts().process().longestPauseNanos())),
                (double) window.probeCpuNanos() / span.nanos());
    }

    /**
     * Returns the idle share of the processors. Where it is not seen they count as idle, so that only a pause at which
     * the server no longer keeps up ends the search.
     */
    private static double idleShare(RoomsPoint point) {
        return point.resources().host().idle().orElse(1);
    }

    /** Waits until all due messages have arrived, or none arrives any more. */
    private RoomsDeliveries awaited(Publisher server, long dueBefore, Counts before) {
        StallDetector arriving = new StallDetector(waiting, ramp.stallTimeout());
        while (true) {
            RoomsDeliveries now = new RoomsDeliveries(
                    server.gauges().messages().due() - dueBefore,
                    counts().since(before).channels(),
                    membersGone());
            if (now.received().messages() >= now.due()
                    || arriving.reached(now.received().messages())) {
                return now;
            }
            waiting.rest();
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

    /** Returns the sum of the counts of load agents and probe agents. */
    private Counts counts() {
        return loaders.counts().counts().plus(probe.counts().counts());
    }

    /** Makes the members of one fleet send their share of the bursts. */
    private void speak(Fleet fleet, int members, long pauseNanos, long durationNanos, long seed) {
        fleet.publish(new Bursts(
                chat.messages(),
                chat.elementsBytes(),
                Math.max(1, Math.round((double) pauseNanos * users / members)),
                roomsOfEach(),
                durationNanos,
                seed));
    }

    /**
     * The readings from the start to the end of the measured time.
     *
     * @param span samples at both ends
     * @param counts counts of load agents and probe agents together
     * @param probeCpuNanos processor time of the probe agents, in ns
     * @param phases round trips at each probe agent in all parts of the time except the last, which ends only when all
     *     messages have arrived
     */
    private record Window(Span span, Counts counts, long probeCpuNanos, List<AgentHistograms> phases) {}

    private Window window(Watch watch) {
        loaders.forgetDeliveries();
        probe.forgetDeliveries();
        LoadReading probeBefore = probe.counts();
        Sample start = session.recorder().now(loaders.counts());
        List<AgentHistograms> phases = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            watch.until(chat.time().toNanos() / PARTS);
            if (i < PARTS - 1) {
                phases.addAll(probe.deliveries());
                probe.forgetDeliveries();
            }
        }
        LoadReading probeAfter = probe.counts();
        Span span = new Span(start, session.recorder().now(loaders.counts()));
        return new Window(
                span,
                span.counts().plus(probeAfter.counts().since(probeBefore.counts())),
                probeAfter.process().since(probeBefore.process()).cpuNanos(),
                List.copyOf(phases));
    }

    /** Keeps samples and longest pauses while members send. Ten looks per second cost next to nothing. */
    private final class Watch {
        private final Publisher server;
        private LongestPauses pauses = LongestPauses.NONE;

        Watch(Publisher server) {
            this.server = server;
        }

        void until(long nanos) {
            long end = waiting.nanoTime() + nanos;
            while (waiting.nanoTime() < end) {
                LoadReading load = loaders.counts();
                session.recorder().tick(load);
                pauses = pauses.orAgent(load.process().longestPauseNanos())
                        .orServer(server.gauges().longestPauseNanos());
                for (int i = 0; i < 5 && waiting.nanoTime() < end; i++) {
                    waiting.rest();
                }
            }
        }
    }
}
