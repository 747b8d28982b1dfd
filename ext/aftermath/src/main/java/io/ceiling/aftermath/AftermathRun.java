package io.ceiling.aftermath;

import io.ceiling.harness.engine.ramp.AgentPlans;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.load.SingleClients;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Loads a server to its ceiling again, connects a few more clients, and lowers the load to 80 % of the ceiling.
 *
 * <p>These clients stay when the load is lowered, as waiting browsers do. The 80 % are these clients, the kept
 * connections and new ones.
 */
final class AftermathRun {

    // Time for the next clients: TCP retransmits an unanswered SYN at least twice in it.
    private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(4);

    // Time after the load was lowered: TCP retransmits such a SYN at least once in it.
    private static final Duration RECOVERY_TIMEOUT = Duration.ofSeconds(12);

    private static final Duration NO_TIMEOUT = Duration.ofMinutes(10);

    // A ceiling moves a little from one server to the next.
    private static final int MAX_STEPS = 4;

    private static final double GROWTH = 1.05;

    // Number of the first client in its channel; no agent uses it.
    private static final int FIRST_CLIENT = 10_000_000;

    private static final int MAX_FRESH = 20;

    private final LoadedServer server;
    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final RunClock clock;

    AftermathRun(LoadedServer server) {
        this.server = server;
        this.scenario = server.scenario();
        this.ramp = server.ramp();
        this.fleet = server.fleet();
        this.clock = server.clock();
    }

    /**
     * Connects the clients and lowers the load. Blocks for the steps and about half a minute at most.
     *
     * @param ceiling ceiling of the ramp
     * @param firstFailure connections of the failed step next above the ceiling
     * @param beginNanos start of the measurement, as {@link RunClock#nanoTime}
     */
    Aftermath run(int ceiling, int firstFailure, long beginNanos) {
        Optional<String> why = reachLimit(firstFailure);
        if (why.isPresent()) {
            return Aftermath.notMeasured(why.get(), elapsedNanos(beginNanos));
        }
        int held = server.alive();
        int count = Math.min(NextClients.count(ceiling), scenario.capConnections() - held);
        if (count < 1) {
            return Aftermath.notMeasured(
                    "no further client is allowed by the cap of %d connections".formatted(scenario.capConnections()),
                    elapsedNanos(beginNanos));
        }
        Duration patience = clientTimeout();
        try (SingleClients clients = new SingleClients(plans(count))) {
            long start = clock.nanoTime();
            clients.connect();
            List<NextClient> nextClients = new ArrayList<>(watch(clients, start, patience));
            Aftermath.HeldLoad load = new Aftermath.HeldLoad(held, Math.max(0, held - server.alive()), patience);
            if (server.mustStop()) {
                return new Aftermath(
                        load,
                        nextClients,
                        Optional.empty(),
                        "the server or the run ended then",
                        elapsedNanos(beginNanos));
            }
            Aftermath.LoweredLoad back = lowerLoad(ceiling, clients, start, nextClients);
            return new Aftermath(load, nextClients, Optional.of(back), "", elapsedNanos(beginNanos));
        }
    }

    private long elapsedNanos(long beginNanos) {
        return clock.nanoTime() - beginNanos;
    }

    private Duration clientTimeout() {
        Duration slo = ramp.slo().multipliedBy(5).dividedBy(4);
        return slo.compareTo(CLIENT_TIMEOUT) > 0 ? slo : CLIENT_TIMEOUT;
    }

    // Repeats the step that failed. Returns the reason if the limit is not met.
    private Optional<String> reachLimit(int firstFailure) {
        StepTraffic traffic = server.traffic(ramp);
        int target = firstFailure;
        for (int i = 0; i < MAX_STEPS; i++) {
            Step step = server.step(i + 1, target, traffic);
            if (server.isGone()) {
                return Optional.of("the server ended at its ceiling, so that the next client is refused: "
                        + server.session().endReason().orElse(""));
            }
            if (server.mustStop()) {
                return Optional.of("the run was to stop");
            }
            if (!step.passed()) {
                return step.served() > 0 ? Optional.empty() : Optional.of("no connection was left: " + step.failure());
            }
            target = Math.min(scenario.capConnections(), (int) Math.ceil(target * GROWTH));
        }
        return Optional.of("the limit was not met again up to %d connections".formatted(target));
    }

    // Returns a plan for each client, without a time-out of its own.
    private List<LoadPlan> plans(int count) {
        List<LoadPlan> servers = AgentPlans.plans(scenario, server.session(), ramp);
        return IntStream.range(0, count)
                .mapToObj(i -> plan(servers.get(i % servers.size()), i)
                        .withTimeouts(NO_TIMEOUT.toNanos(), NO_TIMEOUT.toNanos()))
                .toList();
    }

    private static LoadPlan plan(LoadPlan plan, int client) {
        ChannelPlan channels = plan.channels();
        return channels == null
                ? plan
                : plan.withChannels(new ChannelPlan(
                                channels.transport(),
                                channels.identifiers(),
                                FIRST_CLIENT + client,
                                1,
                                0,
                                channels.stamps())
                        .in(channels.protocol()));
    }

    // Watches the clients until the outcome of each is known, or the patience is over.
    private List<NextClient> watch(SingleClients clients, long start, Duration patience) {
        List<Observation> failed = new ArrayList<>();
        List<SingleClients.ClientState> sights;
        while (true) {
            long now = clock.nanoTime();
            sights = clients.observe();
            if (failed.isEmpty()) {
                failed.addAll(Collections.nCopies(sights.size(), Observation.NOT_SEEN));
            }
            for (int i = 0; i < sights.size(); i++) {
                if (sights.get(i).failures().total() > 0 && !failed.get(i).isSeen()) {
                    failed.set(i, Observation.of(now - start));
                }
            }
            if (sights.stream().noneMatch(SingleClients.ClientState::isWaiting)
                    || now - start > patience.toNanos()
                    || server.mustStop()) {
                break;
            }
            clock.pause();
        }
        List<NextClient> nextClients = new ArrayList<>();
        for (int i = 0; i < sights.size(); i++) {
            nextClients.add(NextClients.of(sights.get(i), failed.get(i)));
        }
        return nextClients;
    }

    // Lowers the load from the ceiling, and completes the results of the clients that still wait.
    private Aftermath.LoweredLoad lowerLoad(
            int ceiling, SingleClients clients, long start, List<NextClient> nextClients) {
        int target = NextClients.loweredConnections(ceiling);
        int openClients = (int) nextClients.stream()
                .filter(client -> client.outcome().isWaiting() || client.outcome() == NextClient.ClientOutcome.SERVED)
                .count();
        int fresh = Math.min(MAX_FRESH, Math.max(1, target / 10));
        int keep = Math.min(server.alive(), Math.max(1, target - openClients - fresh));
        long back = clock.nanoTime();
        fleet.trim(keep);
        Aftermath.LoadPart kept = measureKept(keep, back);
        Aftermath.LoadPart opened = openNew(Math.min(fresh, Math.max(0, target - keep - openClients)));
        awaitClients(clients, back);
        List<SingleClients.ClientState> ends = clients.observe();
        for (int i = 0; i < ends.size(); i++) {
            if (nextClients.get(i).outcome().isWaiting()) {
                nextClients.set(
                        i, nextClients.get(i).withLaterOutcome(NextClients.laterOutcome(ends.get(i), back - start)));
            }
        }
        return new Aftermath.LoweredLoad(target, kept, opened);
    }

    // Sends a request over each kept connection, if this workload sends a second one.
    private Aftermath.LoadPart measureKept(int keep, long back) {
        if (!scenario.work().repeatsRequests()) {
            return new Aftermath.LoadPart(keep, Math.min(keep, server.alive()), Observation.NOT_SEEN);
        }
        server.awaitWhile(RECOVERY_TIMEOUT, () -> fleet.counts().exchanges().pending() > 0);
        // Within half a second, so that the agents' pace does not hide that of the server.
        fleet.exchange(Math.max(ramp.rates().exchangesPerSecond(), 2.0 * keep));
        server.awaitWhile(RECOVERY_TIMEOUT, () -> fleet.counts().exchanges().pending() > 0);
        long answered = fleet.counts().exchanges().answered();
        return new Aftermath.LoadPart(
                keep,
                Math.toIntExact(Math.min(Math.min(keep, server.alive()), answered)),
                answered > 0 ? Observation.of(clock.nanoTime() - back) : Observation.NOT_SEEN);
    }

    // Opens new connections, and failed ones again, until all are served or the patience is over.
    private Aftermath.LoadPart openNew(int count) {
        int before = server.alive();
        int target = before + count;
        int window = server.window();
        long begin = clock.nanoTime();
        long failures = -1;
        int raising = 0;
        while (server.alive() < target && clock.nanoTime() - begin < RECOVERY_TIMEOUT.toNanos() && !server.mustStop()) {
            long failed = fleet.counts().failures().total();
            if (failed != failures || server.alive() >= raising) {
                fleet.stopOpening();
                raising = fleet.openUpTo(target, window, ramp.rates().opensPerSecond());
                failures = failed;
            }
            clock.pause();
        }
        fleet.stopOpening();
        int served = Math.max(0, Math.min(count, server.alive() - before));
        return new Aftermath.LoadPart(
                count, served, served > 0 ? Observation.of(clock.nanoTime() - begin) : Observation.NOT_SEEN);
    }

    private void awaitClients(SingleClients clients, long back) {
        while (clients.observe().stream().anyMatch(SingleClients.ClientState::isWaiting)
                && clock.nanoTime() - back < RECOVERY_TIMEOUT.toNanos()
                && !server.mustStop()) {
            clock.pause();
        }
    }
}
