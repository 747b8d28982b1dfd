package io.ceiling.harness.command.probe;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.engine.control.HttpPublisher;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.observe.HostLimitsProbe;
import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.observe.KernelLog;
import io.ceiling.harness.observe.ProxyProbe;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.observe.TargetProbe;
import io.ceiling.harness.observe.ThreadHeadroomProbe;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.verdict.LogScanner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A session with a server that the harness did not start. Closing the session leaves the server running. */
final class ExternalSession implements ServerSession {

    private static final Duration PATIENCE_TO_RELEASE = Duration.ofSeconds(10);

    private final Scenario scenario;
    private final Target target;
    private final TargetProbe probe;
    private final @Nullable HopProbe hopProbe;
    private final HostFacts facts;
    private final HostLimits limits;
    private final KernelLog kernelLog = new KernelLog();
    private final Optional<ThreadHeadroomProbe> threadRoom;
    private final Optional<CgroupReader> cgroup;
    private final Observation oomKillsBefore;
    private final Recorder recorder;
    private final ReadyServer started;
    private final ExternalPublisher publisher;
    private final ControlConnection control;
    private final Observation cpuNanosBefore;
    private Observation deepest = Observation.NOT_SEEN;
    private Optional<String> refusal = Optional.empty();

    /**
     * Opens a session with the server and takes its baseline reading.
     *
     * @param scenario scenario as this server alone sees it
     * @param control connection for orders to publish and to release
     * @param hopProbe probe of a proxy and the server behind it, or from another client address; null for none
     * @param toCsv receives the samples
     * @param startNanos start of the scenario, in the time of {@link RunClock#nanoTime}
     */
    ExternalSession(
            Scenario scenario,
            TargetProbe probe,
            ControlConnection control,
            @Nullable HopProbe hopProbe,
            HostFacts facts,
            Consumer<Sample> toCsv,
            RunClock clock,
            long startNanos) {
        this.scenario = scenario;
        this.hopProbe = hopProbe;
        this.target = probe.target();
        this.probe = probe;
        this.facts = facts;
        boolean seen = target.pid().isPresent();
        long pid = target.pid().orElse(-1);
        this.limits = seen ? HostLimitsProbe.ofProcess(pid, facts.limits()) : facts.limits();
        this.threadRoom = seen ? Optional.of(new ThreadHeadroomProbe(pid, limits)) : Optional.empty();
        this.cgroup = seen ? Optional.of(new CgroupReader(pid)) : Optional.empty();
        this.oomKillsBefore = oomKills();
        this.recorder = new Recorder(
                        () -> probe.withProxy(probe.server().reading()),
                        steady -> {
                            ServerProbe.Collected collected = probe.server().readingAfterGc(steady);
                            return new ServerProbe.Collected(collected.afterGc(), probe.withProxy(collected.reading()));
                        },
                        facts.watch(this::host),
                        toCsv,
                        clock::nanoTime,
                        startNanos)
                .limitCpuUse(clock::cpuNanos);
        this.started = new ReadyServer(
                new StartedServer(List.of(), running(target)), recorder.sampleNow(LoadReading.NONE), limits);
        this.control = control;
        this.cpuNanosBefore = probe.server().cpuNanos();
        this.publisher =
                new ExternalPublisher(HttpPublisher.over(control, () -> ExternalPublisher.UNSEEN), probe.gauges());
    }

    // Returns the address of the server in the form that all sessions share; its limits are in the readings.
    private static RunningSettings running(Target target) {
        return new RunningSettings(
                target.pid().orElse(-1),
                target.software().jdk(),
                target.endpoint().port(),
                target.endpoint().contextPath(),
                new ContainerIdentity(
                        target.software().container(),
                        target.software().containerVersion(),
                        Connector.NIO,
                        "",
                        ThreadKind.PLATFORM),
                ConnectorReadback.NOT_SEEN,
                "");
    }

    // Returns a reading without the counters of this kernel if the server runs on another host.
    private HostReading host() {
        HostReading here = target.pid().isPresent()
                ? facts.host().readingFor(target.pid().getAsLong())
                : facts.host().reading();
        return target.onThisHost() ? here : here.forRemoteServers();
    }

    @Override
    public ReadyServer started() {
        return started;
    }

    @Override
    public Recorder recorder() {
        return recorder;
    }

    @Override
    public Optional<JvmAccess> access() {
        return Optional.of(probe.server().access(refusal));
    }

    @Override
    public OptionalInt exitCode() {
        return probe.isGone() ? OptionalInt.of(Evidence.UNSEEN_EXIT_CODE) : OptionalInt.empty();
    }

    @Override
    public Observation connections() {
        return probe.connections();
    }

    @Override
    public boolean hasConnections(long least) {
        return probe.hasConnections(least);
    }

    @Override
    public Publisher publisher() {
        return publisher;
    }

    @Override
    public void releaseHeld() {
        try {
            ControlConnection.HttpAnswer ignored = control.send("POST", "/hold/release", PATIENCE_TO_RELEASE);
        } catch (IOException e) {
            // The caller checks in any case whether the server has released its connections.
        }
    }

    @Override
    public Observation compilationNanos() {
        return probe.server().compilationNanos();
    }

    @Override
    public double processors() {
        double allowed = probe.server().processors();
        return allowed > 0 ? allowed : facts.cpuCount();
    }

    /** Returns the processor time that the server has used since this session began, in ns. */
    @Override
    public Observation cpuNanos() {
        return probe.server().cpuNanos().since(cpuNanosBefore);
    }

    /**
     * Returns the highest number of levels entered at once in this session: the server's own record may date from an
     * earlier recursion.
     */
    @Override
    public Observation deepestLevel() {
        probe.gauges()
                .map(GaugesFile::recursionLevelsNow)
                .filter(now -> now > deepest.orElse(-1))
                .ifPresent(now -> deepest = Observation.of(now));
        return deepest;
    }

    private Observation oomKills() {
        return cgroup.map(CgroupReader::oomKills).orElse(Observation.NOT_SEEN);
    }

    @Override
    public Observation cgroupRoomBytes() {
        return cgroup.map(CgroupReader::oomHeadroomBytes).orElse(Observation.NOT_SEEN);
    }

    /** Requests no full collections if the JVM refuses them: a server with other clients must not be paused. */
    void heedRefusalOfCollections() {
        refusal = probe.server().refusalOfCollections();
        recorder.allowCollections(refusal.isEmpty());
    }

    @Override
    public Optional<String> refusalOfCollections() {
        return refusal;
    }

    @Override
    public ThreadHeadroom threadRoom() {
        return threadRoom.map(probed -> probed.now(probe.errorFile())).orElse(ThreadHeadroom.UNSEEN);
    }

    @Override
    public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
        ThreadHeadroom room = threadRoom();
        List<LogFinding> kernel = kernelFindings();
        ThreadPools threads = threads(kernel).pools();
        return List.of(new Evidence(
                scenario,
                lastPassed,
                failed,
                recorder.stepSamples(),
                new Evidence.ServerTraces(
                                withErrorsOfProxy(kernel),
                                exitCode(),
                                oomKills().since(oomKillsBefore),
                                probe.crashed())
                        .with(threads)
                        .with(hopsOfStep(failed)),
                answer,
                new Evidence.ProcessLimits(limits, room, occupants()),
                Evidence.ProcessorCounts.of(probe.server().processorsWithOurs(facts.cpuCount()), processors())));
    }

    @Override
    public ThreadPlaces.ThreadSnapshot threads() {
        return threads(kernelFindings());
    }

    @Override
    public Occupants occupants() {
        return exitCode().isEmpty() ? probe.occupants() : Occupants.NOT_SEEN;
    }

    @Override
    public HopControl hops() {
        HopProbe activeProbe = hopProbe;
        return activeProbe == null || exitCode().isPresent()
                ? HopControl.NONE
                : activeProbe.ask(
                        () -> probe.proxy().map(ProxyProbe::sockets).orElse(HopControl.Sockets.NOT_SEEN),
                        probe::clientAddresses);
    }

    // Asks while connections of a failed step are held; requests in flight have been answered or given up by then.
    private HopControl hopsOfStep(Step failed) {
        boolean refused = !failed.after().load().failures().refusals().isEmpty();
        return scenario.work().inFlight().isPresent()
                ? HopControl.skipped("no load beyond the ceiling was tried")
                : refused || probe.proxy().isPresent() ? hops() : HopControl.NONE;
    }

    private ThreadPlaces.ThreadSnapshot threads(List<LogFinding> kernel) {
        return exitCode().isEmpty() && scenario.application().isPresent()
                ? ThreadPlaces.read(probe.server(), kernel, scenario.instances())
                : ThreadPlaces.ThreadSnapshot.notSeen(ThreadPlaces.NONE);
    }

    // Returns the new findings of the proxy's error log, followed by the findings in the kernel log.
    private List<LogFinding> withErrorsOfProxy(List<LogFinding> kernel) {
        List<String> errors = probe.proxy().map(ProxyProbe::newErrors).orElse(List.of());
        return Stream.concat(LogScanner.proxy(errors.stream()).stream(), kernel.stream())
                .toList();
    }

    // Returns findings from the kernel log only; the server's own log cannot be read.
    private List<LogFinding> kernelFindings() {
        return target.pid().isPresent()
                ? List.copyOf(LogScanner.kernel(
                        kernelLog.lines().stream(), target.pid().getAsLong()))
                : List.of();
    }

    /** Does nothing: the server keeps running. */
    @Override
    public void close() {}
}
