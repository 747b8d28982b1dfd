package io.ceiling.harness.verdict;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A step in good health: every value that its evidence is built from, each of which a fact of {@link EvidenceBuilder} may
 * change, and the scenario that they make.
 */
abstract class EvidenceValues {

    static final long GIB = 1L << 30;
    static final long SECOND = 1_000_000_000L;
    static final int SAMPLES = 6;
    static final int PROCESSORS = 2;

    Connector connector = Connector.NIO;
    ThreadKind threadKind = ThreadKind.PLATFORM;
    Workload workload = Workloads.HOLD_ASYNC;
    /** True for requests of an application that are outstanding on every connection, in place of the workload. */
    public boolean inFlight = false;

    Limit acceptCount = Limit.DEFAULT;
    Limit maxConnectionsSet = Limit.DEFAULT;
    OptionalLong directMemory = OptionalLong.empty();
    public int target = 1000;
    public int served = 800;
    public int alive = -1;
    String failure = "200 of 1000 connections not served";
    public String answer = "";

    public long connections = 800;
    public long maxConnections = 8192;
    public int poolThreads = 20;
    public int busy = 2;
    public int maxThreads = 200;
    int queued = 0;
    long deepest = -1;
    long levelsNow = -1;
    public long descriptors = 900;
    long maxDescriptors = 20_000;
    int threads = 60;
    long rss = GIB / 2;
    /** Of the failed step. */
    long majorFaults = 3;
    /** In the failed step; not counted if negative. */
    long memoryStops = -1;

    long heapUsed = GIB / 4;
    /** The sample from which on that is used; before it the heap is half full. */
    int heapUsedFrom = 0;
    /** The sample up to which, without it, that is used; from there on the heap is half full. */
    int heapUsedUntil = SAMPLES;

    long heapMax = 3 * GIB;
    boolean afterGc = false;
    long direct = 1 << 20;
    Limit directMax = Limit.NOT_SEEN;
    double serverCores = 0.2;
    /** Before that sample connections are merely held, and the server is idle; from there on it has exchanges to answer. */
    int exchangingFrom = 0;

    Optional<UserApplication> application = Optional.empty();

    /** The thread dumps of the server, summed up. */
    ThreadPools threadPools = ThreadPools.notSeen("no thread dump");

    boolean roundEndsEarly;
    public int instances = 1;
    /** Number of the server among the instances; 0 for a single server. */
    public int instance = 0;

    /** Share of a processor that the busiest thread uses while exchanges are outstanding; not seen if negative. */
    String container = "tomcat";

    /** Size of an answer over HTTP, and how many of them are on their way at the end of the step. */
    long answerBytes = 0;

    double onTheirWay = 0;

    double busiestThread = -1;
    /** Share of a processor that the busiest thread uses before, while connections are merely held. */
    double busiestThreadBefore = 0.01;
    /** Number of threads that take turns at being the busiest. */
    int busyThreads = 1;

    /** Processors that the server's control group grants; none of them has a quota if negative. */
    double quotaCores = -1;

    /** Share of the periods of a tenth of a second in which the kernel stops the server; not counted if negative. */
    double throttledShare = -1;

    double gcShare = 0.01;
    long gcCountRise = 1;

    public long memoryAvailable = 10 * GIB;
    long socketMemory = 20 << 20;
    long overflows = 0;
    /** EmbryonicRsts. */
    long embryonicResets = 0;

    long drops = 0;
    /** Connections that wait at the server's own port, and how many its queue holds; not seen if negative. */
    long listenWaiting = 0;

    long listenBacklog = 100;
    /** Number of samples in a row, the last one included, in which they wait; 0 for one in the middle. */
    int listenWaitingSamples = 0;
    /** First sample in which somebody listens at the port. */
    int listensFrom = 0;

    long synRetransmits = 0;
    /** Sockets of the host in TIME_WAIT. */
    long timeWait = 10;

    long pressures = 0;
    long conntrack = -1;
    long conntrackMax = -1;
    long conntrackDrops = -1;

    int agents = 1;
    /** Share of the time that the fullest event loop of the agents works. */
    double fullestLoop = 0.25;
    /** Longest pause of an agent. */
    long pauseNanos = 3_000_000;
    /** Processors that are busy with interrupts. */
    double softirqCores = 0;
    /** The server is on another host. */
    boolean elsewhere;
    /** The agents are on other hosts. */
    boolean agentsElsewhere;
    /** Processors of the agents' other host that were busy, all of them together; that host was not read if negative. */
    double busyElsewhere = -1;
    /** Available memory of the agents' other host. */
    long memoryElsewhere = 10 * GIB;

    Duration slo = Duration.ofSeconds(1);
    double loadCores = 0.2;
    double otherCores = 0.1;
    double loadGcShare = 0.01;
    double descriptorsShare = 0.05;
    double heapShare = 0.3;
    public long pending = 0;
    long lateSends = 0;
    public long exchanges = 0;
    long responseP99 = 5_000_000;
    long serviceP99 = 5_000_000;
    public long closeMinAge = -1;
    public long closeMaxAge = -1;
    int closesInSamples = SAMPLES;
    final Map<FailureCause, Long> failures = new EnumMap<>(FailureCause.class);
    long refusedAfterNanos = 1_000_000;
    final Map<FailureCause, String> failureTexts = new EnumMap<>(FailureCause.class);

    final List<String> log = new ArrayList<>();
    final List<String> kernel = new ArrayList<>();
    public OptionalInt exitCode = OptionalInt.empty();
    Observation oomKills = Observation.NOT_SEEN;
    boolean crashFile = false;

    /** Threads of the server when the room for more was read; its peak unless told otherwise. */
    long threadsLeft = -1;

    ThreadUse mappings = ThreadUse.of(600, 262_144);
    ThreadUse hostThreads = ThreadUse.of(500, 200_000);
    ThreadUse processNumbers = ThreadUse.of(700, 4_194_304);
    ThreadUse groupPids = ThreadUse.UNSEEN;
    Observation groupRefusals = Observation.NOT_SEEN;
    ThreadUse userThreads = new ThreadUse(Observation.of(500), Limit.UNLIMITED);
    long cgroupMemory = -1;
    public long memoryFloor = 2 * GIB;
    int serverCpuCount = 2;

    boolean ofTarget;
    boolean processSeen = true;

    /** The proxy before the server; empty if there is none. */
    Optional<ProxyReading> proxy = Optional.empty();
    /** What is read of it at the end of the step; the same if nothing is set. */
    Optional<ProxyReading> proxyAtEnd = Optional.empty();

    /** Takes connections for the container of the server. */
    Optional<String> forwarder = Optional.empty();

    /** Worker processes of the server at the begin of the step and at its end. */
    long[] workers = {};

    long[] workersAtEnd = {};

    /** Lines of the proxy's error log. */
    final List<String> proxyLog = new ArrayList<>();

    Optional<Deliveries> deliveries = Optional.empty();

    /** A proxy and the server behind it answered this meanwhile. */
    HopControl hops = HopControl.NONE;

    /** Load beyond the ceiling showed this. */
    Diagnosis beyond = Diagnosis.NONE;

    /** What takes the places of the server, and what became of one connection without load. */
    Occupants occupants = Occupants.NOT_SEEN;

    LoneConnection alone = LoneConnection.NOT_OPENED;

    final Scenario scenario() {
        if (ofTarget) {
            return targetScenario();
        }
        return new Scenario(
                ServerSettings.builder(container, connector, threadKind, new Jdk(Path.of("jdk"), "25.0.1", 25))
                        .maxConnections(maxConnectionsSet)
                        .acceptCount(acceptCount)
                        .heapMaxBytes(Limit.ofNegativeNotSeen(heapMax))
                        .directMemoryBytes(directMemory)
                        .garbageCollector("Serial")
                        .nofile(20_000)
                        .instances(instances)
                        .atmosphereVersion("3.1.0")
                        .build(),
                work(),
                30_000);
    }

    private Work work() {
        CustomRequest request = CustomRequest.inFlight("/slow", RequestPace.AT_ONCE);
        return inFlight
                ? Work.of(Workloads.CUSTOM, new UserApplication(Optional.empty(), request))
                : new Work(workload, Optional.empty(), application);
    }

    private static final ConnectorSettings NOT_SEEN =
            new ConnectorSettings(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, OptionalInt.empty());

    private Scenario targetScenario() {
        return new Scenario(
                ServerSettings.builder("", connector, threadKind, new Jdk(Path.of("jdk"), "25.0.1", 25))
                        .heapMaxBytes(Limit.NOT_SEEN)
                        .garbageCollector("")
                        .nofile(Limit.NOT_SEEN)
                        .sizes(NOT_SEEN)
                        .atmosphereVersion("")
                        .build(),
                work(),
                30_000,
                1,
                List.of(target()));
    }

    private Target target() {
        Target seen = Target.withAddressOnly(
                new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, "", false, false, List.of()), !elsewhere);
        return new Target(
                seen.endpoint(),
                seen.onThisHost(),
                OptionalLong.empty(),
                0,
                seen.software(),
                List.of(),
                proxy.map(reading -> new Proxy("nginx", 812, 1, "127.0.0.1:8081", List.of())),
                forwarder);
    }
}
