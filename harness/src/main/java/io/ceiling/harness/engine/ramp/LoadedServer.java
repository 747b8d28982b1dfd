package io.ceiling.harness.engine.ramp;

import io.ceiling.container.Connector;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.estimate.WarmUpSize;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.StuckServer;
import io.ceiling.harness.verdict.ramp.BlamedInstance;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A server under load: connects the load agents to it, checks that it serves at all, warms it, and raises its connections
 * to a level. Every command that measures is a loop over one. Not thread-safe.
 *
 * <p>Closing it stops the server; the agents' connections stay as the server leaves them.
 */
public final class LoadedServer implements AutoCloseable {

    private static final int MAX_FIRST_TRIES = 3;

    // One, since a server may serve one request at a time: a second one would take twice as long, and more than the
    // SLO.
    private static final int IN_FLIGHT_OF_EACH = 1;

    // Time for a warm-up whose rounds take as long as a request, as a multiple of the SLO.
    private static final int SLOS_OF_WARM_UP = 4;

    private static final Duration FIRST_ANSWER = Duration.ofSeconds(2);

    private final Load load;
    private final ServerSession session;
    private final EffortMeter meter;
    // The traffic of workloads that subscribe; its publisher has a single connection, opened before others can use up
    // all descriptors.
    private Optional<BroadcastTraffic> broadcast = Optional.empty();

    /** Takes over a server, to which nothing is connected yet. */
    public LoadedServer(Load load, ServerSession session) {
        this(load, session, new EffortMeter(load.clock()::nanoTime));
    }

    /**
     * Takes over a server whose effort is added up.
     *
     * @param meter meter of the scenario
     */
    LoadedServer(Load load, ServerSession session, EffortMeter meter) {
        this.load = load;
        this.session = session;
        this.meter = meter;
    }

    /** Returns the same server at another pace, before anything is connected to it. */
    public LoadedServer withPace(RampSettings pace) {
        return new LoadedServer(load.with(pace), session, meter);
    }

    public Scenario scenario() {
        return load.scenario();
    }

    public RampSettings ramp() {
        return load.ramp();
    }

    public Fleet fleet() {
        return load.fleet();
    }

    public RunClock clock() {
        return load.clock();
    }

    public ServerSession session() {
        return session;
    }

    public Recorder recorder() {
        return session.recorder();
    }

    EffortMeter meter() {
        return meter;
    }

    /** Returns true once the process of the server has ended. */
    public boolean isGone() {
        return session.exitCode().isPresent();
    }

    /** Returns true once the server is gone, or must not be used any further. */
    public boolean mustStop() {
        return load.stopReasons().mustStop(session);
    }

    /** Returns the reason to stop although nothing has failed; empty if there is none. */
    public Optional<String> stopReason() {
        return load.stopReasons().currentReason();
    }

    /** Returns why the server or its use has ended, in one sentence; empty while neither has. */
    public Optional<String> endReason() {
        return session.endReason().or(this::stopReason);
    }

    /** Returns the connections that are served, as the agents count them. */
    public int alive() {
        return Math.toIntExact(fleet().counts().connections().alive());
    }

    /** Polls the condition for that time. Returns early once it does not hold, or the server must not be used any further. */
    public void awaitWhile(Duration most, BooleanSupplier condition) {
        clock().pollWhile(most.toNanos(), () -> condition.getAsBoolean() && !mustStop());
    }

    /** Waits before the next poll of the agents. */
    void rest() {
        clock().rest(fleet().size());
    }

    /** Reads the server after a full collection, with the connections that it has. */
    Sample afterGc() {
        return recorder().afterGc(fleet().counts());
    }

    /** Prepares the agents for this server at its own pace, and a publisher if there is one. */
    public void connect() throws InterruptedException {
        if (scenario().workload().subscribes() && broadcast.isEmpty()) {
            Publisher publisher = session.publisher();
            publisher.connect();
            broadcast = Optional.of(broadcast(publisher, ramp()));
        }
        prepare(ramp());
    }

    private BroadcastTraffic broadcast(Publisher publisher, RampSettings pace) {
        return new BroadcastTraffic(fleet(), pace, publisher, recorder()::tick, clock());
    }

    /** Prepares the agents for this server with other time limits; their connections are closed. */
    public void prepare(RampSettings pace) {
        fleet().prepare(AgentPlans.plans(scenario(), session, pace));
    }

    /**
     * Opens one connection to each server or application that the harness does not know: it may not offer the requested
     * path or transport. Does nothing for the web application in a forked server.
     *
     * @throws ScenarioNotRunException if the connection is not served
     */
    public void requireService() {
        if (isKnown()) {
            return;
        }
        LoadReading counts = openOneOfEach();
        // The first TLS handshake of an agent, or the first answer of an application, may take longer than
        // any later one.
        for (int i = 1; i < MAX_FIRST_TRIES && counts.failures().count(FailureCause.ANSWER_TIMEOUT) > 0; i++) {
            prepare(ramp());
            counts = openOneOfEach();
        }
        if (counts.connections().alive() < fleet().servers()) {
            throw notServed("not even one connection is served: ", counts);
        }
    }

    /**
     * Sends a few single requests to an application that was started for this scenario.
     *
     * @throws ScenarioNotRunException with one line if they are not answered as they must be under load
     */
    void requireRightAnswers() {
        scenario()
                .application()
                // The first connection shows what BIO cannot run.
                .filter(application -> scenario().connector() != Connector.BIO)
                .flatMap(application -> session.failureOfSingleRequests(application.request()))
                .ifPresent(why -> {
                    throw new ScenarioNotRunException(why);
                });
    }

    /**
     * Returns the exception for a request that was not served without other load. It names where the server hangs if no
     * answer came at all.
     */
    ScenarioNotRunException notServed(String what, LoadReading counts) {
        long failures = counts.failures().total();
        String words = what + (failures == 0 ? "no answer" : StepJudge.newFailures(LoadReading.NONE, counts));
        boolean nothing = failures == counts.failures().count(FailureCause.ANSWER_TIMEOUT);
        return (nothing ? stuckState() : Optional.<String>empty())
                .map(state -> new ScenarioNotRunException(LimitingFactor.SERVER_STUCK, state + "; " + words))
                .orElseGet(() -> new ScenarioNotRunException(words + hint()));
    }

    /** Returns in words where the threads of a hanging server wait; empty if that is not seen. */
    Optional<String> stuckState() {
        ThreadPlaces.ThreadSnapshot look = session.threads();
        return StuckServer.stuckReason(session.occupants(), look.crowd(), look.deadlock());
    }

    // Returns true for the web application in a container that the harness has started, which serves many requests at
    // once.
    private boolean isKnown() {
        return scenario().application().isEmpty() && !scenario().isExternal();
    }

    private LoadReading openOneOfEach() {
        Fleet fleet = fleet();
        fleet.open(fleet.servers(), ramp().rates().opensPerSecond());
        clock().pollWhile(
                        ramp().slo().multipliedBy(2).plus(FIRST_ANSWER).toNanos(),
                        () -> fleet.counts().connections().alive() < fleet.servers()
                                && fleet.counts().failures().total() == 0);
        return fleet.counts();
    }

    // Returns what may be wrong with a request that is not answered, to be appended to a message; may be empty.
    private String hint() {
        return scenario().connector() == Connector.BIO && !scenario().isExternal()
                ? ". Hint: BIO is Tomcat 8, which runs applications of javax.servlet alone"
                : "";
    }

    /** Warms the server, to which the agents are connected. Blocks until it is steady, or the time for the warm-up is over. */
    public WarmUp warm() throws InterruptedException {
        HostLimits limits = session.started().limits();
        Sample idle = session.started().baseline();
        Scenario scenario = scenario();
        int size = WarmUpSize.of(scenario, limits, idle);
        WarmUpRunner warming = new WarmUpRunner(ramp().slo(), clock(), this::mustStop);
        if (scenario.work().inFlight().isPresent()) {
            size = Math.min(size, IN_FLIGHT_OF_EACH * scenario.instances());
            warming = warming.withBound(ramp().slo().multipliedBy(SLOS_OF_WARM_UP));
        }
        int first = isKnown() ? size : scenario.instances();
        if (scenario.work().outlivesItsClient()) {
            return warming.run(session, new InPlaceWarmUp(this, raised()), first, size);
        }
        // Plain requests if the server could not release the held responses again.
        Work work = scenario.workload().isReleasable() && !WarmUpSize.canHold(scenario, limits, idle)
                ? Work.of(Workloads.KEEP_ALIVE)
                : scenario.work();
        WarmUp warmUp = warming.run(session, new HeldWarmUp(this, work, raised()), first, size);
        prepare(ramp());
        return warmUp;
    }

    private Optional<RaisedPublishing> raised() {
        return broadcast.map(traffic ->
                new RaisedPublishing(traffic.unseen(), ramp().publishing().withoutSlowClients()));
    }

    /** Returns the traffic of a step at that pace. The rate of messages does not depend on the pace. */
    public StepTraffic traffic(RampSettings pace) {
        if (broadcast.isPresent()) {
            return broadcast.get();
        }
        Optional<RequestPace> inFlight = scenario().work().inFlight();
        if (inFlight.isPresent()) {
            return new InFlightTraffic(this, inFlight.get(), pace);
        }
        return scenario().work().repeatsRequests() ? new ExchangeTraffic(this, pace) : StepTraffic.NONE;
    }

    /** Returns the number of connections that may wait for their first answer at once. */
    public int window() {
        return StepRunner.window(session.listenQueue(), 0);
    }

    /** Raises the connections to a level at its own pace, as a step of a ramp does. Blocks until it is judged. */
    public Step step(int index, int connections, StepTraffic traffic) {
        return step(index, connections, ramp(), traffic);
    }

    /** Raises the connections to a level at another pace. Blocks until it is judged. */
    public Step step(int index, int connections, RampSettings pace, StepTraffic traffic) {
        return new StepRunner(this, pace, traffic, 0).run(index, connections);
    }

    /**
     * Returns the step if it passed.
     *
     * @param held what was held, in words, such as "connections were held"
     * @param hint what to do, to be appended; may be empty
     * @throws ScenarioNotRunException if not all connections of the step were held
     */
    public Step requirePassed(Step step, String held, String hint) {
        if (!step.passed()) {
            throw new ScenarioNotRunException("%d of %d %s: %s%s"
                    .formatted(step.served(), step.target(), held, endReason().orElse(step.failure()), hint));
        }
        return step;
    }

    /** Reads the evidence of the step that has just failed, of the instance that is blamed for it. */
    public FailedStep readFailedStep(Sample lastPassed, Step failed) {
        return blamed(session.evidence(lastPassed, failed, ""));
    }

    // Names the servers that do not answer, unless a limit such as a full table explains it.
    private FailedStep blamed(List<Evidence> evidence) {
        FailedStep blamed = BlamedInstance.of(evidence);
        return blamed.attribution().factor().isTransient()
                ? blamed.withSilentServers(session.silentServers(evidence))
                : blamed;
    }

    /**
     * Reads the evidence of the step that has just failed while its connections send requests. Blocks until these are
     * answered, for at most three times the SLO.
     *
     * <p>When a step is judged, its late requests have been answered or given up, and the threads of a server with
     * short requests are idle again. So each remaining connection sends one more request, which does not count, and the
     * threads are read meanwhile. Requests in flight continue during that: a thread dump on a busy host may take longer
     * than one answer.
     */
    FailedStep readFailedStepUnderLoad(Sample lastPassed, Step failed) {
        boolean asks = scenario().application().isPresent()
                && scenario().work().repeatsRequests()
                && !mustStop()
                && fleet().counts().connections().alive() > 0;
        if (!asks) {
            return readFailedStep(lastPassed, failed);
        }
        awaitAnswers(1);
        Optional<RequestPace> inFlight = scenario().work().inFlight();
        inFlight.ifPresentOrElse(
                work -> fleet().converse(RequestsInFlight.lastingPace(work, ramp(), alive(), AgentPlans.SEED)),
                () -> fleet().exchange(ramp().rates().exchangesPerSecond()));
        List<Evidence> evidence = session.evidence(lastPassed, failed, "");
        if (inFlight.isPresent()) {
            fleet().converse(Pace.NONE);
        }
        awaitAnswers(2);
        return blamed(evidence);
    }

    private void awaitAnswers(int slos) {
        awaitWhile(ramp().slo().multipliedBy(slos), () -> {
            rest();
            return fleet().counts().exchanges().pending() > 0;
        });
    }

    /** Stops the server and blocks until it is gone. */
    @Override
    public void close() {
        session.close();
    }
}
