package io.ceiling.harness.engine.session;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.engine.control.ApplicationUrl;
import io.ceiling.harness.engine.control.HttpPublisher;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.control.RequestCheck;
import io.ceiling.harness.engine.control.UnpooledRequest;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.observe.HostLimitsProbe;
import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.observe.KernelLog;
import io.ceiling.harness.observe.ListenQueueProbe;
import io.ceiling.harness.observe.LogClock;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.observe.ThreadHeadroomProbe;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.server.ApplicationReadback;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.server.ServerProcess;
import io.ceiling.harness.server.SettingsComparison;
import io.ceiling.harness.verdict.LogScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The session of a server JVM that was forked for a scenario. */
public final class ForkedSession implements ServerSession {

    private static final Duration PATIENCE_TO_RELEASE = Duration.ofSeconds(10);

    private final Scenario scenario;
    private final ServerProcess process;
    private final GaugesFile gauges;
    private final KernelLog kernelLog;
    private final LogClock logClock;
    private final ServerProbe probe;
    private final Recorder recorder;
    private final ReadyServer started;
    private final HostFacts facts;
    private final HostLimits limits;
    private final ThreadHeadroomProbe threadRoom;
    private final CgroupReader cgroup;
    private final Observation oomKillsBefore;

    private ForkedSession(
            ForkedServers servers,
            ServerPlace place,
            ServerProcess process,
            GaugesFile gauges,
            KernelLog kernelLog,
            LogClock logClock,
            ServerProbe probe,
            Recorder recorder) {
        RunningSettings running = ServerLauncher.isApplication(servers.scenario())
                ? ApplicationReadback.of(servers.scenario(), process.running(), probe.software(), probe.reading())
                : process.running();
        this.scenario = servers.scenario();
        this.process = process;
        this.gauges = gauges;
        this.kernelLog = kernelLog;
        this.logClock = logClock;
        this.probe = probe;
        this.facts = servers.facts();
        // Read from the process, since a wrapper around the JVM may have moved it to a cgroup of its own.
        this.limits = HostLimitsProbe.ofProcess(process.pid(), facts.limits());
        this.threadRoom = new ThreadHeadroomProbe(process.pid(), limits);
        this.cgroup = new CgroupReader(process.pid());
        this.oomKillsBefore = cgroup.oomKills();
        this.recorder = recorder;
        this.started = new ReadyServer(
                new StartedServer(process.command(), running)
                        .at(new StartedServer.ServerHost("", place.bindAddress()))
                        .withUnreportedOptions(
                                ServerLauncher.isApplication(scenario)
                                        ? ApplicationReadback.notSeen(scenario, running)
                                        : List.of()),
                recorder.sampleNow(LoadReading.NONE),
                limits);
    }

    /** Starts the server of that number with everything that observes it, and blocks until it is ready. */
    public static ForkedSession start(ForkedServers servers, int number, ServerPlace place)
            throws InterruptedException {
        Scenario scenario = servers.scenario();
        GaugesFile gauges = servers.launcher().gauges(scenario, number);
        KernelLog kernelLog = new KernelLog();
        ServerProcess process = null;
        ServerProbe probe = null;
        boolean ready = false;
        try {
            process = servers.launcher().launch(scenario, number, place, gauges.path());
            LogClock logClock = new LogClock(process.log());
            int port = process.running().port();
            ServerProbe opened = probe(scenario, process.pid(), place, port, gauges);
            probe = opened;
            Recorder recorder = new Recorder(
                    () -> {
                        logClock.mark(servers.clock().nanoTime() - servers.startNanos());
                        return opened.reading();
                    },
                    opened::readFromOutside,
                    opened::readingAfterGc,
                    servers.facts().watch(1),
                    servers.toCsv(),
                    servers.clock()::nanoTime,
                    servers.startNanos());
            ForkedSession session =
                    new ForkedSession(servers, place, process, gauges, kernelLog, logClock, opened, recorder);
            List<String> differences = SettingsComparison.differences(
                    scenario,
                    place,
                    new RunningServer(
                            session.started.running(),
                            session.started.baseline().server().maxDescriptors(),
                            opened.jvm()));
            if (!differences.isEmpty()) {
                throw new ScenarioNotRunException(
                        "server does not use what it was asked for: " + String.join("; ", differences));
            }
            ready = true;
            return session;
        } finally {
            if (!ready) {
                if (process != null) {
                    process.close();
                }
                if (probe != null) {
                    probe.close();
                }
                ServerLauncher.discard(gauges);
            }
        }
    }

    private static ServerProbe probe(Scenario scenario, long pid, ServerPlace place, int port, GaugesFile gauges) {
        if (Containers.nativeProgram(scenario.container()).isPresent()) {
            return ServerProbe.ofProgram(pid, address(place), port);
        }
        return ServerLauncher.isApplication(scenario)
                ? ServerProbe.ofApplication(pid, port, ListenQueueProbe.ofPort(port))
                : ServerProbe.open(pid, gauges, ListenQueueProbe.ofPort(port));
    }

    private static InetAddress address(ServerPlace place) {
        try {
            return InetAddress.getByName(place.bindAddress());
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
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
        return Optional.of(probe.access(Optional.empty()));
    }

    @Override
    public OptionalInt exitCode() {
        return process.exitCode();
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
        return HttpPublisher.of(ApplicationUrl.of(scenario, started.server()), gauges::channels);
    }

    @Override
    public void releaseHeld() {
        ApplicationUrl application = ApplicationUrl.of(scenario, started.server());
        try {
            String ignored = UnpooledRequest.send("POST", application, "/hold/release", PATIENCE_TO_RELEASE);
        } catch (IOException e) {
            // The caller checks in any case whether the server has released its responses.
        }
    }

    @Override
    public Observation compilationNanos() {
        return probe.compilationNanos();
    }

    @Override
    public double processors() {
        double allowed = probe.processors();
        return allowed > 0 ? allowed : facts.cpuCount();
    }

    /** Returns the processor time of the server, in ns; of a server that is gone, the last value that was read. */
    @Override
    public Observation cpuNanos() {
        return recorder.cpuNanos(probe.cpuNanos());
    }

    @Override
    public Observation deepestLevel() {
        return Observation.ofNegativeNotSeen(gauges.deepestLevel());
    }

    /**
     * The traces that a server has left.
     *
     * @param process traces of its process
     * @param room limits of its process
     * @param processors processors of host and server
     */
    public record Traces(
            Evidence.ServerTraces process, Evidence.ProcessLimits room, Evidence.ProcessorCounts processors) {

        public Evidence evidence(
                Scenario scenario, Sample lastPassed, Step failed, List<Sample> during, String answer) {
            return new Evidence(scenario, lastPassed, failed, during, process, answer, room, processors);
        }
    }

    /** Reads the traces that the server has left until now. */
    public Traces traces() {
        // Read first: a process that holds the last of the threads may end at any moment.
        ThreadHeadroom room = threadRoom.now(process.errorFile());
        List<LogFinding> log = logFindings();
        ThreadPools threads = scenario.application().isPresent()
                ? threads(log, scenario.instances()).pools()
                : ThreadPools.notSeen(ThreadPlaces.NONE);
        return new Traces(
                new Evidence.ServerTraces(
                                log, process.exitCode(), cgroup.oomKills().since(oomKillsBefore), process.crashed())
                        .with(threads),
                new Evidence.ProcessLimits(limits, room, occupants()),
                Evidence.ProcessorCounts.of(facts.cpuCount(), processors()));
    }

    @Override
    public ThreadPlaces.ThreadSnapshot threads() {
        return threads(logFindings(), 1);
    }

    private ThreadPlaces.ThreadSnapshot threads(List<LogFinding> log, int servers) {
        return process.exitCode().isEmpty()
                ? ThreadPlaces.read(probe, log, servers)
                : ThreadPlaces.ThreadSnapshot.notSeen(ThreadPlaces.NONE);
    }

    @Override
    public Optional<String> failureOfSingleRequests(CustomRequest request) {
        RunningSettings running = started.running();
        String address = started.server().place().address();
        Target application = Target.withAddressOnly(
                new Target.Endpoint(
                        address,
                        address,
                        running.port(),
                        running.contextPath(),
                        running.sizes().tls().isOn(),
                        // Its certificate was made for this run.
                        true,
                        List.of()),
                true);
        return RequestCheck.failure(application, request, Optional.empty());
    }

    /** Returns the occupants of the user's own application; this project's has no other clients. */
    @Override
    public Occupants occupants() {
        return process.exitCode().isEmpty() && scenario.application().isPresent()
                ? probe.occupants(started.running().port())
                : Occupants.NOT_SEEN;
    }

    @Override
    public Observation cgroupRoomBytes() {
        return cgroup.oomHeadroomBytes();
    }

    @Override
    public ThreadHeadroom threadRoom() {
        return threadRoom.now(process.errorFile());
    }

    public Path log() {
        return process.log();
    }

    /** Returns the counters of the server's channels. */
    public ChannelGauges channels() {
        return gauges.channels();
    }

    @Override
    public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
        return List.of(traces().evidence(scenario, lastPassed, failed, recorder.stepSamples(), answer));
    }

    private List<LogFinding> logFindings() {
        try (Stream<String> lines = Files.lines(process.log(), StandardCharsets.ISO_8859_1)) {
            return Stream.concat(
                            LogScanner.server(lines).stream().map(logClock::date),
                            LogScanner.kernel(kernelLog.lines().stream(), process.pid()).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the server's log " + process.log(), e);
        }
    }

    @Override
    public void close() {
        // The server first: it may hold the last thread of this host, and closing it needs none.
        process.close();
        probe.close();
        ServerLauncher.discard(gauges);
    }
}
