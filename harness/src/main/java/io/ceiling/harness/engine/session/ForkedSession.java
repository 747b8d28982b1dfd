package io.ceiling.harness.engine.session;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.engine.control.ApplicationUrl;
import io.ceiling.harness.engine.control.FirstRequests;
import io.ceiling.harness.engine.control.HttpPublisher;
import io.ceiling.harness.engine.control.OneRequest;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.observe.HostLimitsProbe;
import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.observe.KernelLog;
import io.ceiling.harness.observe.ListenQueueProbe;
import io.ceiling.harness.observe.LogClock;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.observe.ThreadRoomProbe;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadRoom;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.server.ApplicationReadback;
import io.ceiling.harness.server.AskedAndUsed;
import io.ceiling.harness.server.Place;
import io.ceiling.harness.server.ServerProcess;
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
    private final Started started;
    private final HostFacts facts;
    private final HostLimits limits;
    private final ThreadRoomProbe threadRoom;
    private final CgroupReader cgroup;
    private final Seen oomKillsBefore;

    private ForkedSession(
            ForkedServers by,
            Place place,
            ServerProcess process,
            GaugesFile gauges,
            KernelLog kernelLog,
            LogClock logClock,
            ServerProbe probe,
            Recorder recorder) {
        RunningSettings running = ServerLauncher.isApplication(by.scenario())
                ? ApplicationReadback.of(by.scenario(), process.running(), probe.software(), probe.reading())
                : process.running();
        this.scenario = by.scenario();
        this.process = process;
        this.gauges = gauges;
        this.kernelLog = kernelLog;
        this.logClock = logClock;
        this.probe = probe;
        this.facts = by.facts();
        // Read from the process, since a wrapper around the JVM may have moved it to a cgroup of its own.
        this.limits = HostLimitsProbe.ofProcess(process.pid(), facts.limits());
        this.threadRoom = new ThreadRoomProbe(process.pid(), limits);
        this.cgroup = new CgroupReader(process.pid());
        this.oomKillsBefore = cgroup.oomKills();
        this.recorder = recorder;
        this.started = new Started(
                new StartedServer(process.command(), running)
                        .at(new StartedServer.ServerHost("", place.bindAddress()))
                        .notReporting(
                                ServerLauncher.isApplication(scenario)
                                        ? ApplicationReadback.notSeen(scenario, running)
                                        : List.of()),
                recorder.now(LoadReading.NONE),
                limits);
    }

    /** Starts the server of that number with everything that observes it, and blocks until it is ready. */
    public static ForkedSession start(ForkedServers by, int number, Place place) throws InterruptedException {
        Scenario scenario = by.scenario();
        GaugesFile gauges = by.launcher().gauges(scenario, number);
        KernelLog kernelLog = new KernelLog();
        ServerProcess process = null;
        ServerProbe probe = null;
        boolean ready = false;
        try {
            process = by.launcher().launch(scenario, number, place, gauges.path());
            LogClock logClock = new LogClock(process.log());
            int port = process.running().port();
            ServerProbe opened = probe(scenario, process.pid(), place, port, gauges);
            probe = opened;
            Recorder recorder = new Recorder(
                    () -> {
                        logClock.mark(by.clock().nanoTime() - by.startNanos());
                        return opened.reading();
                    },
                    opened::fromOutside,
                    opened::readingAfterGc,
                    by.facts().watch(1),
                    by.toCsv(),
                    by.clock()::nanoTime,
                    by.startNanos());
            ForkedSession session =
                    new ForkedSession(by, place, process, gauges, kernelLog, logClock, opened, recorder);
            List<String> differences = AskedAndUsed.differences(
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

    private static ServerProbe probe(Scenario scenario, long pid, Place place, int port, GaugesFile gauges) {
        if (Containers.program(scenario.container()).isPresent()) {
            return ServerProbe.ofProgram(pid, address(place), port);
        }
        return ServerLauncher.isApplication(scenario)
                ? ServerProbe.ofApplication(pid, port, ListenQueueProbe.ofPort(port))
                : ServerProbe.open(pid, gauges, ListenQueueProbe.ofPort(port));
    }

    private static InetAddress address(Place place) {
        try {
            return InetAddress.getByName(place.bindAddress());
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Started started() {
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
    public Seen connections() {
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
            String ignored = OneRequest.send("POST", application, "/hold/release", PATIENCE_TO_RELEASE);
        } catch (IOException e) {
            // The caller checks in any case whether the server has released its responses.
        }
    }

    @Override
    public Seen compilationNanos() {
        return probe.compilationNanos();
    }

    @Override
    public double processors() {
        double allowed = probe.processors();
        return allowed > 0 ? allowed : facts.cpuCount();
    }

    /** Returns the processor time of the server, in ns; of a server that is gone, the last value that was read. */
    @Override
    public Seen cpuNanos() {
        return recorder.cpuNanos(probe.cpuNanos());
    }

    @Override
    public Seen deepestLevel() {
        return Seen.ofNegativeNot(gauges.deepestLevel());
    }

    /**
     * The traces that a server has left.
     *
     * @param process traces of its process
     * @param room limits of its process
     * @param processors processors of host and server
     */
    public record Traces(
            Evidence.ServerProcess process, Evidence.ProcessLimits room, Evidence.ProcessorCounts processors) {

        public Evidence evidence(
                Scenario scenario, Sample lastPassed, Step failed, List<Sample> during, String answer) {
            return new Evidence(scenario, lastPassed, failed, during, process, answer, room, processors);
        }
    }

    /** Reads the traces that the server has left until now. */
    public Traces traces() {
        // Read first: a process that holds the last of the threads may end at any moment.
        ThreadRoom room = threadRoom.now(process.errorFile());
        List<LogFinding> log = logFindings();
        ThreadPools threads = scenario.application().isPresent()
                ? threads(log, scenario.instances()).pools()
                : ThreadPools.notSeen(ThreadPlaces.NONE);
        return new Traces(
                new Evidence.ServerProcess(
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
                ? ThreadPlaces.now(probe, log, servers)
                : ThreadPlaces.ThreadSnapshot.notSeen(ThreadPlaces.NONE);
    }

    @Override
    public Optional<String> failureOfSingleRequests(CustomRequest request) {
        RunningSettings running = started.running();
        String address = started.server().place().address();
        Target application = Target.unseen(
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
        return FirstRequests.failure(application, request, Optional.empty());
    }

    /** Returns the occupants of the user's own application; this project's has no other clients. */
    @Override
    public Occupants occupants() {
        return process.exitCode().isEmpty() && scenario.application().isPresent()
                ? probe.occupants(started.running().port())
                : Occupants.NOT_SEEN;
    }

    @Override
    public Seen cgroupRoomBytes() {
        return cgroup.memoryRoomBytes();
    }

    @Override
    public ThreadRoom threadRoom() {
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
        return List.of(traces().evidence(scenario, lastPassed, failed, recorder.ofThisStep(), answer));
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
