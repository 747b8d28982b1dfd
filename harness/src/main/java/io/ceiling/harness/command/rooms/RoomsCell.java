package io.ceiling.harness.command.rooms;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.engine.ramp.AgentPlans;
import io.ceiling.harness.engine.ramp.EffortMeter;
import io.ceiling.harness.engine.ramp.ReadyServer;
import io.ceiling.harness.engine.ramp.StepRunner;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.report.Failures;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One cell of the rooms grid: opens all members, then makes them send bursts with successive pauses until the host
 * reaches the target idle share.
 *
 * <p>Notes. Members of the load agents and of the probe agent send alike, each agent the share of its members. Only
 * messages that arrive at the probe agent are timed: it has few members, so that it is not late itself. If the server
 * lost members, because it gives up those that it cannot keep up with, the next pause is tried in a fresh server.
 */
final class RoomsCell implements AutoCloseable {

    /**
     * Time that members send slowly at first: a JVM whose code is still being compiled breaks down under a load that it
     * serves easily a few seconds later.
     */
    private static final Duration COLD = Duration.ofSeconds(5);

    private static final int SLOWLY = 4;
    private static final int MOST_WARM_UPS = 3;

    private static final double FIRST_DELIVERIES_PER_SECOND = 4000;

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Chat chat;
    private final Members members;
    private final PointMeasurement measurement;
    private final ServerSession.Starter servers;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private ServerSession session;
    private int serverNumber = 1;
    private WarmUp warmUp = WarmUp.NONE;

    /**
     * Starts the first server and blocks until it is ready.
     *
     * @param probe fleet of one agent for each server, which have only the timed members
     */
    RoomsCell(
            RoomsRequest.Cell cell,
            RoomsRequest request,
            Fleet loaders,
            Fleet probe,
            ServerSession.Starter servers,
            Waiting waiting,
            HostFacts facts)
            throws InterruptedException {
        this.scenario = cell.server();
        this.ramp = request.run().ramp();
        this.chat = request.chat();
        this.members = new Members(
                cell.users(),
                cell.rooms(),
                scenario.instances(),
                chat,
                loaders.over(scenario.instances()),
                probe.over(scenario.instances()));
        this.measurement = new PointMeasurement(members, waiting, ramp.stallTimeout());
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
        return measurement.histograms();
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
            RoomsPoint point = measurement.measure(session, pause.getAsLong(), tried.size());
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
                                        members.gone(),
                                        members.users(),
                                        Failures.byLabel(
                                                members.counts().failures().counts())));
            }
            restart();
        }
    }

    private void restart() throws InterruptedException {
        session.close();
        session = servers.start(++serverNumber);
    }

    private void warmServer() throws InterruptedException {
        if (scenario.work().outlivesItsClient()) {
            // Such a server has no warm-up of its own: its members send slowly at first, see {@link #warm}.
            return;
        }
        ReadyServer server = new ReadyServer(
                scenario,
                ramp,
                members.loaders(),
                waiting,
                session,
                () -> session.exitCode().isPresent() || stopReasons.now().isPresent());
        warmUp = warmUp.plus(server.warm());
    }

    private void openAll() {
        open(members.loaders(), 1, 0, members.others());
        // Members are numbered at each server, whose rooms get one after the other.
        open(members.probe(), 2, (members.others() + scenario.instances() - 1) / scenario.instances(), members.timed());
    }

    /**
     * Lets the members send, slowly at first, without measuring. Returns when no message has arrived for
     * {@link PointMeasurement#BEFORE}.
     */
    private void warm(long pauseNanos) {
        for (long pause : new long[] {SLOWLY * pauseNanos, pauseNanos}) {
            members.send(pause, COLD.toNanos(), -1);
            new Watch(session, members.loaders(), waiting).watch(COLD.toNanos());
        }
        StallDetector arriving = new StallDetector(waiting, PointMeasurement.BEFORE);
        while (!arriving.reached(members.loaders().counts().channels().messages())) {
            waiting.rest();
        }
    }

    private void stopIfShortOfMemory() {
        stopReasons.now().ifPresent(why -> {
            throw new ScenarioNotRunException(why);
        });
    }

    private boolean complete() {
        return session.exitCode().isEmpty() && members.gone() == 0;
    }

    private long firstPause() {
        double perBurst = (double) chat.messages() * members.users() / members.rooms();
        return Math.round(perBurst / FIRST_DELIVERIES_PER_SECOND * 1e9);
    }

    private void open(Fleet fleet, int step, int firstMember, int number) {
        // How fast a JVM that has just started accepts members is not measured here.
        long patience = ramp.stallTimeout().toNanos();
        ChannelTransport transport = scenario.messaging().orElseThrow().channelTransport();
        fleet.prepare(session.all().stream()
                .map(started -> LoadPlan.channels(
                                AgentPlans.address(started.server()),
                                new ChannelPlan(
                                                transport,
                                                members.roomsOfEachServer(),
                                                firstMember,
                                                1,
                                                0,
                                                ChannelPlan.Stamps.OF_MEMBERS)
                                        .in(Containers.of(scenario.container())
                                                .dialect()
                                                .protocol()))
                        .withSeed(AgentPlans.SEED + step)
                        .withSourceAddresses(AgentPlans.sourceAddresses(ramp, members.users() / scenario.instances()))
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
                .run(step, number);
        stopIfShortOfMemory();
        if (!opened.passed()) {
            throw new ScenarioNotRunException(
                    "%d of %d members were there: %s".formatted(opened.served(), number, opened.failure()));
        }
    }

    /**
     * Returns the idle share of the processors. Where it is not seen they count as idle, so that only a pause at which
     * the server no longer keeps up ends the search.
     */
    private static double idleShare(RoomsPoint point) {
        return point.resources().host().idle().orElse(1);
    }
}
