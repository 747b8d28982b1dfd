package io.ceiling.harness.engine.ramp;

import io.ceiling.container.Connector;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.forecast.WarmUpSize;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.InFlight;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes a server ready for its first step: connects the load agents, checks that it serves at all, and warms it. */
public final class ReadyServer {

    private static final int MOST_FIRST_TRIES = 3;

    /** One, since a server may serve one request at a time: two would take as long again, and more than the SLO. */
    private static final int IN_FLIGHT_OF_EACH = 1;

    /** Time for a warm-up whose rounds take as long as a request, as a multiple of the SLO. */
    private static final int SLOS_OF_WARM_UP = 4;

    private static final Duration FIRST_ANSWER = Duration.ofSeconds(2);

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final Waiting waiting;
    private final ServerSession session;
    private final BooleanSupplier mustStop;
    /**
     * The publisher of workloads that subscribe. It has a single connection, opened before others can use up all
     * descriptors.
     */
    private final Optional<Publisher> publisher;

    private final Optional<BroadcastTraffic> broadcast;

    /**
     * Takes a server that was not used yet, and closes the connections of the load agents to any earlier server.
     *
     * @param mustStop returns true once the server is gone, or must not be used any further
     */
    public ReadyServer(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            Waiting waiting,
            ServerSession session,
            BooleanSupplier mustStop)
            throws InterruptedException {
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.waiting = waiting;
        this.session = session;
        this.mustStop = mustStop;
        this.publisher = scenario.workload().subscribes() ? Optional.of(session.publisher()) : Optional.empty();
        if (publisher.isPresent()) {
            publisher.get().connect();
        }
        this.broadcast = publisher.map(
                connected -> new BroadcastTraffic(fleet, ramp, connected, session.recorder()::tick, waiting));
        connect();
    }

    /** Connects the load agents anew; their connections to this server are closed. */
    public void connect() {
        fleet.prepare(AgentPlans.plans(scenario, session, ramp));
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
        for (int i = 1; i < MOST_FIRST_TRIES && counts.failures().count(FailureCause.ANSWER_TIMEOUT) > 0; i++) {
            connect();
            counts = openOneOfEach();
        }
        if (counts.connections().alive() < fleet.servers()) {
            throw new ScenarioNotRunException("not even one connection is served: "
                    + (counts.failures().total() == 0 ? "no answer" : StepJudge.newFailures(LoadReading.NONE, counts))
                    + hint(scenario));
        }
    }

    /** Returns true for the web application in a container that the harness has started, which serves many requests at once. */
    private boolean isKnown() {
        return scenario.application().isEmpty() && !scenario.isExternal();
    }

    private LoadReading openOneOfEach() {
        fleet.open(fleet.servers(), ramp.rates().opensPerSecond());
        waiting.until(
                ramp.slo().multipliedBy(2).plus(FIRST_ANSWER).toNanos(),
                () -> fleet.counts().connections().alive() < fleet.servers()
                        && fleet.counts().failures().total() == 0);
        return fleet.counts();
    }

    /** Returns what may be wrong with a request that is not answered, to be appended to a message; may be empty. */
    static String hint(Scenario scenario) {
        if (scenario.connector() == Connector.BIO && !scenario.isExternal()) {
            return ". Hint: BIO is Tomcat 8, which runs applications of javax.servlet alone";
        }
        return scenario.work().inFlight().isPresent()
                ? ". Hint: the path is below the context root of the URL; a login needs --header"
                : "";
    }

    /** Warms the server. Blocks until it is steady, or the time for the warm-up is over. */
    public WarmUp warm() throws InterruptedException {
        HostLimits limits = session.started().limits();
        Sample idle = session.started().baseline();
        int size = WarmUpSize.of(scenario, limits, idle);
        Warming warming = new Warming(ramp.slo(), waiting, mustStop);
        if (scenario.work().inFlight().isPresent()) {
            size = Math.min(size, IN_FLIGHT_OF_EACH * scenario.instances());
            warming = warming.withBound(ramp.slo().multipliedBy(SLOS_OF_WARM_UP));
        }
        int first = isKnown() ? size : scenario.instances();
        if (scenario.work().outlivesItsClient()) {
            return warming.warm(session, new InPlaceUse(fleet, ramp, waiting, raised(), mustStop), first, size);
        }
        HeldUse use =
                new HeldUse(scenario, ramp, fleet, session, waiting, warmUpWork(limits, idle), raised(), mustStop);
        WarmUp warmUp = warming.warm(session, use, first, size);
        connect();
        return warmUp;
    }

    /** Returns the work of the scenario, or plain requests if the server could not release the held responses again. */
    private Work warmUpWork(HostLimits limits, Sample idle) {
        return scenario.workload().isReleasable() && !WarmUpSize.canHold(scenario, limits, idle)
                ? Work.of(Workloads.KEEP_ALIVE)
                : scenario.work();
    }

    /** Returns a publisher whose readings are not written to samples.csv. */
    private Optional<RaisedPublishing> raised() {
        return publisher.map(connected -> new RaisedPublishing(
                new BroadcastTraffic(fleet, ramp, connected, counts -> {}, waiting),
                ramp.publishing().withoutSlowClients()));
    }

    /** Returns the traffic of a step at that pace. The rate of messages does not depend on the pace. */
    public StepTraffic traffic(RampSettings pace) {
        if (broadcast.isPresent()) {
            return broadcast.get();
        }
        Optional<InFlight> inFlight = scenario.work().inFlight();
        if (inFlight.isPresent()) {
            return new InFlightTraffic(fleet, inFlight.get(), pace, session.recorder(), waiting);
        }
        return scenario.work().asksAgain()
                ? new ExchangeTraffic(fleet, pace, session.recorder(), waiting)
                : StepTraffic.NONE;
    }
}
