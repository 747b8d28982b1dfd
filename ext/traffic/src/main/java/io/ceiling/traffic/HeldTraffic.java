package io.ceiling.traffic;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.ramp.AgentPlans;
import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.harness.result.ServerFootprint;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Opens all connections to one server and lets each send request after request, with idle times in between, until the
 * time is over. Half-way through, the probe sends its requests as well.
 */
final class HeldTraffic implements AutoCloseable {

    // Time limit of a connect: how fast connections are opened is no result here.
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final Scenario scenario;
    private final RampSettings ramp;
    private final TrafficSettings traffic;
    private final Fleet loaders;
    private final Optional<ProbeLoop> probe;
    private final PerSecondLines seconds;
    private final RunClock clock;
    private final LoadedServer server;
    private final ServerSession session;
    private final Publisher publisher;
    private final Conversation conversation;
    private final SecondHistograms histograms = new SecondHistograms();
    private final List<IntervalHistograms> loadHistograms = new ArrayList<>();
    private final long beginNanos;
    private WarmUp warmUp = WarmUp.NONE;
    private long allOpenNanos;
    private final List<Step> steps = new ArrayList<>();
    private LongestPauses pauses = LongestPauses.NONE;

    /**
     * Starts the server and blocks until it is ready.
     *
     * @param load load of the server, with the reasons to end the traffic before its time is over
     * @param seconds receives the samples that the server's recorder writes
     */
    HeldTraffic(
            TrafficSettings traffic,
            Load load,
            Optional<ProbeLoop> probe,
            PerSecondLines seconds,
            ServerSession.Starter servers)
            throws InterruptedException {
        this.scenario = load.scenario();
        this.ramp = load.ramp();
        this.traffic = traffic;
        this.loaders = load.fleet();
        this.probe = probe;
        this.seconds = seconds;
        this.clock = load.clock();
        this.beginNanos = clock.nanoTime();
        this.server = new LoadedServer(load, servers.start(1));
        this.session = server.session();
        this.publisher = session.publisher();
        this.conversation = new Conversation(this.loaders, session, clock);
    }

    /** Returns the first server, with the warm-up. */
    StartedServer server() {
        return servers().get(0);
    }

    /** Returns all servers, with their warm-up. */
    List<StartedServer> servers() {
        return session.all().stream()
                .map(started -> started.server().withWarmUp(warmUp))
                .toList();
    }

    /** Stops the server and blocks until it is gone. */
    @Override
    public void close() {
        server.close();
    }

    /** Returns the histograms of each second, and of the whole probe, for .hlog files. */
    List<IntervalHistograms> histograms() {
        List<IntervalHistograms> all = new ArrayList<>(histograms.all());
        probe.ifPresent(
                loop -> all.add(new IntervalHistograms(0, elapsedNanos(), Map.of("probe-response", loop.responses()))));
        all.addAll(loadHistograms);
        return all;
    }

    /** Returns the opening as step 1 and the traffic as step 2, once both are over. */
    List<Step> steps() {
        return List.copyOf(steps);
    }

    private long elapsedNanos() {
        return clock.nanoTime() - beginNanos;
    }

    private void endInterval() {
        histograms.add(elapsedNanos(), loaders.histograms());
    }

    /**
     * Runs the traffic and blocks until the time is over and every request is answered, or no answer has come for 30 s.
     *
     * @param beforeWarmUp called when all connections are open, before the seconds that do not count
     * @throws ScenarioNotRunException if the connections could not be opened
     */
    TrafficResult run(Runnable beforeWarmUp) throws InterruptedException {
        server.connect();
        warmUp = server.warm();
        loaders.prepare(plans(scenario.capPerServer(), traffic.seed()));
        Sample empty = session.recorder().afterGc(LoadReading.NONE);
        long openingFrom = clock.nanoTime();
        Step opened = open(empty);
        long openingNanos = allOpenNanos - ramp.hold().toNanos() - openingFrom;
        endInterval();
        seconds.endOpening();
        beforeWarmUp.run();
        warmUp = warmUp.plus(new RequestWarmUp(clock, () -> !conversation.isServerRunning())
                .run(second -> conversation.second(traffic, traffic.seed() - 1 - second)));
        // Empties the histograms: the warm-up is no part of the results.
        loaders.histograms();
        LoadReading before = loaders.counts();
        Sample start = session.recorder().sampleNow(before);
        seconds.beginTraffic(start);
        conversation.begin(traffic, traffic.time(), traffic.seed());
        watch(clock.nanoTime());
        probe.ifPresent(ProbeLoop::end);
        if (server.stopReason().isPresent()) {
            conversation.end();
        }
        conversation.awaitAnswers();
        LoadReading after = loaders.reading();
        Sample end = session.recorder().sampleNow(after);
        seconds.line(TrafficSecond.TrafficPhase.TRAFFIC, end);
        endInterval();
        Sample settled = server.isGone() ? end : session.recorder().afterGc(after);
        steps.add(opened);
        steps.add(new Step(
                2,
                traffic.connections(),
                Math.toIntExact(after.connections().alive()),
                false,
                lossReason(before, after),
                settled.elapsedNanos() - start.elapsedNanos(),
                start,
                settled));
        return result(openingNanos, empty.server(), List.of(opened.after(), settled), new SampleInterval(start, end));
    }

    /**
     * Measures response times at shares of the highest rate that is answered, and blocks until all are measured. Must
     * follow {@link #run}.
     *
     * @param percents shares in percent; if there are none, the trial that confirmed the highest rate is the only load
     * @param slo time in which requests must be answered at the highest rate; empty for any
     * @param progress receives a line for each try with an SLO
     * @param each receives each load as soon as it is measured
     * @throws ScenarioNotRunException if there is no such rate, or the server or connections were lost
     */
    void statedLoads(
            List<Integer> percents, Optional<Duration> slo, Consumer<String> progress, Consumer<StatedLoad> each) {
        StatedLoads loads = new StatedLoads(traffic, conversation, clock, slo, progress, this::stopReason);
        HighestRate highest = loads.highest()
                .orElseThrow(() -> new ScenarioNotRunException("the server answers no rate of requests"));
        if (percents.isEmpty()) {
            requireConnections(100);
            each.accept(loads.confirmedLoad(highest));
        }
        for (int percent : percents) {
            long from = elapsedNanos();
            StatedLoad load = loads.measureLoad(percent, highest);
            requireConnections(percent);
            each.accept(load);
            Map<String, List<String>> all = loaders.histograms();
            loadHistograms.add(new IntervalHistograms(
                    from,
                    elapsedNanos(),
                    Map.of(
                            "response-load-" + percent, all.getOrDefault("response", List.of()),
                            "service-load-" + percent, all.getOrDefault("service", List.of()))));
        }
    }

    // Returns why no more requests can be sent; empty if they can.
    private Optional<String> stopReason() {
        if (!conversation.isServerRunning()) {
            return Optional.of("the server ended");
        }
        return loaders.counts().connections().alive() == 0 ? Optional.of("no connection is left") : server.stopReason();
    }

    // Rejects a load that was not offered in full because connections or the server were lost.
    private void requireConnections(int percent) {
        if (!conversation.isServerRunning()) {
            throw new ScenarioNotRunException("the server ended at the load of %d %%".formatted(percent));
        }
        long alive = loaders.counts().connections().alive();
        if (alive < traffic.connections()) {
            throw new ScenarioNotRunException("%d of %d connections were left after the load of %d %%"
                    .formatted(alive, traffic.connections(), percent));
        }
    }

    // Opens all connections to servers that had none in that sample.
    private Step open(Sample empty) {
        Step opened = server.step(1, traffic.connections(), this::allOpen);
        if (!opened.passed()) {
            throw new ScenarioNotRunException("%d of %d connections could be opened: %s"
                    .formatted(
                            opened.served(),
                            traffic.connections(),
                            server.stopReason()
                                    .map(why -> why + "; " + memory(opened))
                                    .orElseGet(() -> limit(empty, opened))));
        }
        return opened;
    }

    private String limit(Sample empty, Step opened) {
        Attribution attribution = server.readFailedStep(empty, opened).attribution();
        return attribution.factor() == LimitingFactor.UNKNOWN
                ? opened.failure()
                : "%s; %s: %s. Hint: %s"
                        .formatted(
                                opened.failure(),
                                attribution.factor().label(),
                                attribution.evidence(),
                                attribution.relief());
    }

    private String memory(Step opened) {
        Sample now = opened.after();
        return "servers have %s, the load generator %s, the kernel %s"
                .formatted(
                        ReadingText.mebibytes(now.server().rssBytes()),
                        ReadingText.mebibytes(Observation.of(
                                Objects.requireNonNullElse(now.load().process().rssBytes(), 0L))),
                        ReadingText.mebibytes(now.host().kernelBytes()));
    }

    // Sends nothing in the step itself, after which the server runs a full collection.
    private StepTraffic.TrafficOutcome allOpen(int step, Predicate<LoadReading> broken) {
        allOpenNanos = clock.nanoTime();
        return StepTraffic.TrafficOutcome.FINE;
    }

    private List<LoadPlan> plans(int connectionsOfEach, long seed) {
        return AgentPlans.plans(scenario.work(), session).stream()
                .map(plan -> plan.withSeed(seed)
                        .withSourceAddresses(AgentPlans.sourceAddresses(ramp, connectionsOfEach))
                        .withTimeouts(CONNECT_TIMEOUT.toNanos(), Conversation.ANSWER_TIMEOUT.toNanos()))
                .toList();
    }

    // Writes lines until the time is over, no connection is left, the server is gone, or a host must stop: one for
    // each second except the last, and fewer for many servers.
    private void watch(long startNanos) {
        long end = startNanos + traffic.time().toNanos();
        long half = startNanos + traffic.time().toNanos() / 2;
        // The histograms of many agents take longer to send and to merge, on the processors that are being measured.
        long period = Math.max(SECOND_NANOS, session.recorder().periodNanos());
        long nextLine = startNanos + period;
        // A server reports the longest pause of the last second.
        long nextPause = startNanos + SECOND_NANOS;
        boolean anyLeft = true;
        while (anyLeft && clock.nanoTime() < end && !server.mustStop()) {
            long now = clock.nanoTime();
            TrafficSecond.TrafficPhase phase = TrafficSecond.TrafficPhase.TRAFFIC;
            if (probe.isPresent()) {
                ProbeLoop loop = probe.get();
                if (!loop.hasBegun() && now >= half) {
                    loop.begin(
                            // All servers are alike; the probe sends to the first.
                            plans(traffic.probe().orElseThrow().connections(), traffic.seed() + 1)
                                    .get(0),
                            ramp.rates().opensPerSecond());
                }
                phase = loop.isRunning() ? TrafficSecond.TrafficPhase.PROBE : phase;
                loop.poll();
            }
            if (now >= nextLine) {
                nextLine += period;
                Fleet.FleetReading read = loaders.readWithHistograms();
                anyLeft = read.reading().connections().alive() > 0;
                seconds.line(phase, session.recorder().sampleCheaply(read.reading()));
                histograms.add(elapsedNanos(), read.histograms());
            }
            if (now >= nextPause) {
                nextPause += SECOND_NANOS;
                pauses = pauses.withServerPause(publisher.gauges().longestPauseNanos());
            }
            clock.rest();
        }
    }

    // The held samples are the one before the traffic and the one after it.
    private TrafficResult result(long openingNanos, ServerReading empty, List<Sample> held, SampleInterval span) {
        LoadReading load = span.end().load();
        ServerFootprint more = growth(empty, held.get(0));
        return new TrafficResult(
                traffic,
                new HeldConnections(
                        openingNanos,
                        load.connections().alive(),
                        lossReason(span.start().load(), load),
                        more.heapBytes(),
                        more.rssBytes(),
                        growth(empty, held.get(1)).heapBytes()),
                // The counts of exchanges start with the traffic; other counts start with the scenario.
                new ExchangeFigures(
                        span.nanos(),
                        load.exchanges(),
                        span.counts().bytes(),
                        load.times().exchanges()),
                ResourceUse.of(span, pauses.withAgentPause(load.process().longestPauseNanos())),
                probe.flatMap(ProbeLoop::result));
    }

    private static ServerFootprint growth(ServerReading empty, Sample held) {
        return held.afterGc()
                ? ServerFootprint.of(held.server()).since(ServerFootprint.of(empty))
                : ServerFootprint.UNSEEN;
    }

    private String lossReason(LoadReading before, LoadReading after) {
        if (server.endReason().isPresent()) {
            return server.endReason().get();
        }
        if (after.connections().alive() >= traffic.connections()
                && after.failures().total() == before.failures().total()) {
            return "";
        }
        return "%d of %d connections were held: %s"
                .formatted(after.connections().alive(), traffic.connections(), StepJudge.newFailures(before, after));
    }
}
