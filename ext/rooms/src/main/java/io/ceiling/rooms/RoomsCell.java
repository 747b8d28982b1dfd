package io.ceiling.rooms;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.engine.ramp.AgentPlans;
import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
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
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One cell of the rooms grid: opens all members, then makes them send bursts with successive pauses until the host
 * reaches the target idle share.
 *
 * <p>Notes. Load agents and probe agent send, each in proportion to its members. Only messages that arrive at the probe
 * agent are timed: it has few members, so that it is not late itself. If the server dropped members that it could not
 * keep up with, the next pause gets a fresh server.
 */
final class RoomsCell implements AutoCloseable {

    // Time that members send slowly at first: a JVM whose code is still being compiled breaks down under a load that
    // it serves easily a few seconds later.
    private static final Duration WARM_UP_TIME = Duration.ofSeconds(5);

    private static final int SLOW_FACTOR = 4;
    private static final int MAX_WARM_UPS = 3;

    private static final double FIRST_DELIVERIES_PER_SECOND = 4000;

    private final Scenario scenario;
    private final Load load;
    private final Load timedLoad;
    private final RoomsSettings roomsSettings;
    private final Members members;
    private final PointMeasurement measurement;
    private final ServerSession.Starter servers;
    private LoadedServer server;
    private int serverNumber = 1;
    private WarmUp warmUp = WarmUp.NONE;

    /**
     * Starts the first server and blocks until it is ready.
     *
     * @param load load of the cell's server
     * @param probe fleet of one agent for each server, which have only the timed members
     */
    RoomsCell(
            RoomsRequest.GridCell cell,
            RoomsSettings roomsSettings,
            Load load,
            Fleet probe,
            ServerSession.Starter servers)
            throws InterruptedException {
        this.scenario = cell.server();
        this.load = load;
        this.timedLoad = new Load(scenario, load.ramp(), probe, load.clock(), load.stopReasons());
        this.roomsSettings = roomsSettings;
        this.members = new Members(
                cell.users(), cell.rooms(), scenario.instances(), roomsSettings, load.fleet(), timedLoad.fleet());
        this.measurement =
                new PointMeasurement(members, load.clock(), load.ramp().stallTimeout());
        this.servers = servers;
        this.server = new LoadedServer(load, servers.start(serverNumber));
    }

    /** Returns the current server, with the warm-ups of all servers so far. */
    StartedServer server() {
        return server.session().started().server().withWarmUp(warmUp);
    }

    List<StartedServer> servers() {
        return server.session().all().stream()
                .map(ServerSession.ReadyServer::server)
                .toList();
    }

    /** Stops the current server and blocks until it is gone. */
    @Override
    public void close() {
        server.close();
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
        prepareServer(firstPause());
        List<PauseSearch.MeasuredPause> measuredPauses = new ArrayList<>();
        OptionalLong pause = PauseSearch.next(measuredPauses, firstPause());
        while (pause.isPresent() && measuredPauses.size() < roomsSettings.maxPoints()) {
            RoomsPoint point = measurement.measure(server.session(), pause.getAsLong(), measuredPauses.size());
            each.accept(point);
            measuredPauses.add(new PauseSearch.MeasuredPause(
                    point.load().pauseNanos(), idleShare(point), point.passes(roomsSettings.p99())));
            stopIfShortOfMemory();
            pause = PauseSearch.next(measuredPauses, firstPause());
            if (pause.isPresent() && !isComplete()) {
                restart();
                prepareServer(Math.max(2 * pause.getAsLong(), firstPause() / 4));
            }
        }
    }

    // Opens all members and warms the server. A server that is slow at first may drop members: then another one is
    // started and warmed more slowly.
    private void prepareServer(long pauseNanos) throws InterruptedException {
        for (int warmUps = 1; ; warmUps++) {
            warmServer();
            openAll();
            warm(warmUps * pauseNanos);
            if (isComplete()) {
                return;
            }
            if (warmUps == MAX_WARM_UPS) {
                throw new ScenarioNotRunException(
                        "%d of %d members were gone after the warm-up, also when it was repeated more slowly: %s"
                                .formatted(
                                        members.goneMembers(),
                                        members.users(),
                                        Failures.byLabel(
                                                members.counts().failures().counts())));
            }
            restart();
        }
    }

    private void restart() throws InterruptedException {
        server.close();
        server = new LoadedServer(load, servers.start(++serverNumber));
    }

    private void warmServer() throws InterruptedException {
        if (scenario.work().outlivesItsClient()) {
            // Such a server has no warm-up of its own: its members send slowly at first, see {@link #warm}.
            return;
        }
        server.connect();
        warmUp = warmUp.plus(server.warm());
    }

    private void openAll() {
        open(server, 1, 0, members.untimedMembers());
        // Each server numbers its members, which join its rooms in turn.
        open(
                new LoadedServer(timedLoad, server.session()),
                2,
                (members.untimedMembers() + scenario.instances() - 1) / scenario.instances(),
                members.timedMembers());
    }

    // Lets the members send, slowly at first, without measuring. Returns when no message has arrived for two seconds.
    private void warm(long pauseNanos) {
        for (long pause : new long[] {SLOW_FACTOR * pauseNanos, pauseNanos}) {
            members.send(pause, WARM_UP_TIME.toNanos(), -1);
            new RoomsSampler(server.session(), members.loaders(), load.clock()).watch(WARM_UP_TIME.toNanos());
        }
        StallDetector arriving = new StallDetector(load.clock(), PointMeasurement.WARM_UP_TIME);
        while (!arriving.isStalled(members.loaders().counts().channels().messages())) {
            load.clock().rest();
        }
    }

    private void stopIfShortOfMemory() {
        server.stopReason().ifPresent(why -> {
            throw new ScenarioNotRunException(why);
        });
    }

    private boolean isComplete() {
        return !server.isGone() && members.goneMembers() == 0;
    }

    private long firstPause() {
        double perBurst = (double) roomsSettings.messages() * members.users() / members.rooms();
        return Math.round(perBurst / FIRST_DELIVERIES_PER_SECOND * 1e9);
    }

    private void open(LoadedServer loaded, int step, int firstMember, int number) {
        // How fast a JVM that has just started accepts members is not measured here.
        RampSettings ramp = load.ramp();
        long patience = ramp.stallTimeout().toNanos();
        ChannelTransport transport = scenario.messaging().orElseThrow().channelTransport();
        loaded.fleet()
                .prepare(loaded.session().all().stream()
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
                                                        .channelProtocol()
                                                        .protocol()))
                                .withSeed(AgentPlans.SEED + step)
                                .withSourceAddresses(
                                        AgentPlans.sourceAddresses(ramp, members.users() / scenario.instances()))
                                .withTimeouts(patience, patience))
                        .toList());
        Step opened = loaded.step(step, number, StepTraffic.NONE);
        stopIfShortOfMemory();
        Step ignored = loaded.requirePassed(opened, "members were there", "");
    }

    // Processors whose idle share was not seen count as idle, so that only a server that no longer keeps up ends the
    // search.
    private static double idleShare(RoomsPoint point) {
        return point.resources().host().idle().orElse(1);
    }
}
