package io.ceiling.harness.verdict;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.Alone;
import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.Deliveries;
import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.HopControl;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.HostLimitsFixture;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.HostReadings;
import io.ceiling.harness.model.InFlight;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Latencies;
import io.ceiling.harness.model.LoadHost;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.LoadTimes;
import io.ceiling.harness.model.LogFinding;
import io.ceiling.harness.model.LongestPauses;
import io.ceiling.harness.model.Occupants;
import io.ceiling.harness.model.Outboxes;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Proxy;
import io.ceiling.harness.model.ProxyReading;
import io.ceiling.harness.model.PublishedMessages;
import io.ceiling.harness.model.ResponseTimes;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.ServerReadings;
import io.ceiling.harness.model.ServerSettings;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.TargetSockets;
import io.ceiling.harness.model.ThreadDump;
import io.ceiling.harness.model.ThreadPools;
import io.ceiling.harness.model.ThreadRoom;
import io.ceiling.harness.model.ThreadRoom.Use;
import io.ceiling.harness.model.Work;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.model.law.Diagnosis;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.report.Usage;
import io.ceiling.load.workload.CustomPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A step of five seconds that failed on a server in good health: 1000 async holds wanted, 800 served, nothing at its limit.
 * Each method adds one fact. Counters rise evenly over the samples unless told otherwise.
 */
final class EvidenceBuilder {

    static final long GIB = 1L << 30;
    private static final long SECOND = 1_000_000_000L;
    static final int SAMPLES = 6;
    private static final int PROCESSORS = 2;

    Connector connector = Connector.NIO;
    ThreadKind threadKind = ThreadKind.PLATFORM;
    Workload workload = Workloads.HOLD_ASYNC;
    /** True for requests of an application that are outstanding on every connection, in place of the workload. */
    boolean inFlight = false;

    Limit acceptCount = Limit.DEFAULT;
    Limit maxConnectionsSet = Limit.DEFAULT;
    OptionalLong directMemory = OptionalLong.empty();
    int target = 1000;
    int served = 800;
    int alive = -1;
    String failure = "200 of 1000 connections not served";
    String answer = "";

    long connections = 800;
    long maxConnections = 8192;
    int poolThreads = 20;
    int busy = 2;
    int maxThreads = 200;
    int queued = 0;
    long deepest = -1;
    long levelsNow = -1;
    long descriptors = 900;
    long maxDescriptors = 20_000;
    int threads = 60;
    long rss = GIB / 2;
    /** Of the failed step. */
    long majorFaults = 3;

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

    Optional<OwnApplication> application = Optional.empty();

    /** The thread dumps of the server, summed up. */
    ThreadPools threadPools = ThreadPools.notSeen("no thread dump");

    boolean roundEndsEarly;
    int instances = 1;
    /** Number of the server among the instances; 0 for a single server. */
    int instance = 0;

    /** Share of a processor that the busiest thread uses while exchanges are outstanding; not seen if negative. */
    String container = "tomcat";

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

    long memoryAvailable = 10 * GIB;
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
    long pending = 0;
    long lateSends = 0;
    long exchanges = 0;
    long responseP99 = 5_000_000;
    long serviceP99 = 5_000_000;
    long closeMinAge = -1;
    long closeMaxAge = -1;
    int closesInSamples = SAMPLES;
    final Map<FailureCause, Long> failures = new EnumMap<>(FailureCause.class);
    final Map<FailureCause, String> failureTexts = new EnumMap<>(FailureCause.class);

    final List<String> log = new ArrayList<>();
    final List<String> kernel = new ArrayList<>();
    OptionalInt exitCode = OptionalInt.empty();
    Seen oomKills = Seen.NOT;
    boolean crashFile = false;

    /** Threads of the server when the room for more was read; its peak unless told otherwise. */
    long threadsLeft = -1;

    Use mappings = Use.of(600, 262_144);
    Use hostThreads = Use.of(500, 200_000);
    Use processNumbers = Use.of(700, 4_194_304);
    Use groupPids = Use.UNSEEN;
    Seen groupRefusals = Seen.NOT;
    Use userThreads = new Use(Seen.of(500), Limit.UNLIMITED);
    long cgroupMemory = -1;
    long memoryFloor = 2 * GIB;
    int serverCpuCount = 2;

    private boolean ofTarget;
    private boolean processSeen = true;

    /** The proxy before the server; empty if there is none. */
    private Optional<ProxyReading> proxy = Optional.empty();

    /** Lines of the proxy's error log. */
    final List<String> proxyLog = new ArrayList<>();

    interface Fact {
        void apply(EvidenceBuilder to);
    }

    static Evidence evidence(Fact... facts) {
        EvidenceBuilder builder = new EvidenceBuilder();
        for (Fact fact : facts) {
            fact.apply(builder);
        }
        return builder.build();
    }

    Optional<Deliveries> deliveries = Optional.empty();

    /** Adds a thousand messages, of which so many were published late, and members that the application gave up. */
    void publishes(long publishedLate, long givenUp) {
        ResponseTimes late = new ResponseTimes(1000, 1e6, 1_000_000, 2 * SECOND, 2 * SECOND, 2 * SECOND);
        deliveries = Optional.of(new Deliveries(
                new PublishedMessages(1000, 1000, publishedLate, SECOND),
                new Outboxes(1000, 0, givenUp),
                new ChannelCounts(1000, 1_462_000, 0, 0, 0),
                new Latencies(late, late),
                SECOND,
                0,
                0.3,
                LongestPauses.NONE));
    }

    EvidenceBuilder fails(FailureCause cause, long count) {
        failures.put(cause, count);
        return this;
    }

    EvidenceBuilder fails(FailureCause cause, long count, String text) {
        failureTexts.put(cause, text);
        return fails(cause, count);
    }

    EvidenceBuilder logs(String... lines) {
        log.addAll(List.of(lines));
        return this;
    }

    /** A recursion: no agents, one chain. */
    EvidenceBuilder recursion(int reached) {
        workload = Workloads.RECURSIVE;
        agents = 0;
        target = 100_000;
        served = reached;
        deepest = reached;
        levelsNow = reached;
        connections = reached;
        descriptors = 100 + 2L * reached;
        failure = "reached level %d".formatted(reached);
        return this;
    }

    EvidenceBuilder stalled() {
        answer = "stalled: level %d did not answer".formatted(served + 1);
        return this;
    }

    /** Somebody else's server: its process may be seen or not, JMX is not. */
    EvidenceBuilder ofTarget(boolean processSeen) {
        ofTarget = true;
        this.processSeen = processSeen;
        connections = -1;
        maxConnections = -1;
        poolThreads = -1;
        busy = -1;
        maxThreads = -1;
        queued = -1;
        heapUsed = -1;
        heapMax = -1;
        direct = -1;
        if (!processSeen) {
            descriptors = -1;
            maxDescriptors = -1;
            threads = -1;
            rss = -1;
        }
        return this;
    }

    /** Requests to an application of somebody else, in a server of which the process is seen, and no bean. */
    EvidenceBuilder asks(CustomPlan.Kind kind) {
        ofTarget(true);
        workload = Workloads.CUSTOM;
        application = Optional.of(new OwnApplication(Optional.empty(), new CustomRequest(kind, "/orders", "", "")));
        target = 100;
        served = 60;
        pending = 100;
        return fails(FailureCause.ANSWER_TIMEOUT, 40);
    }

    /** Somebody else's Tomcat, whose beans are seen, behind an nginx with that use of its limits. */
    EvidenceBuilder behind(TargetSockets upstream, ProxyReading.Use... uses) {
        ofTarget(true);
        connections = 100;
        maxConnections = 8192;
        poolThreads = maxThreads = 200;
        busy = 2;
        queued = 0;
        proxy = Optional.of(new ProxyReading(List.of(uses), TargetSockets.NOT_SEEN, upstream, Seen.of(SECOND)));
        return this;
    }

    /** A proxy and the server behind it answered this meanwhile. */
    HopControl hops = HopControl.NONE;

    /** Load beyond the ceiling showed this. */
    Diagnosis beyond = Diagnosis.NONE;

    /** What takes the places of the server, and what became of one connection without load. */
    Occupants occupants = Occupants.NOT_SEEN;

    Alone alone = Alone.NOT_TRIED;

    /** Two thread dumps show these threads. */
    EvidenceBuilder threads(Stacks threads) {
        ThreadDump dump = threads.dump();
        threadPools = ThreadSummary.of(List.of(dump, dump));
        return this;
    }

    private Evidence build() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(sample(i));
        }
        Step failed = new Step(5, target, served, false, failure, 5 * SECOND, samples.get(0), samples.get(SAMPLES - 1))
                .with(deliveries)
                .within(slo);
        List<LogFinding> findings = Stream.concat(
                        Stream.concat(ProxyLog.findings(proxyLog).stream(), LogScanner.server(log.stream()).stream()),
                        LogScanner.kernel(kernel.stream(), 4711).stream())
                .toList();
        return new Evidence(
                scenario(),
                samples.get(0),
                failed, // The recorder of a run keeps the readings at both ends as well.
                samples,
                new Evidence.ServerProcess(
                        findings, exitCode, oomKills, crashFile, instance, threadPools, beyond, hops),
                answer,
                new Evidence.Room(
                        limits(),
                        new ThreadRoom(
                                threadsLeft < 0 ? threads : threadsLeft,
                                mappings,
                                hostThreads,
                                processNumbers,
                                groupPids,
                                groupRefusals,
                                userThreads),
                        occupants,
                        alone),
                new Evidence.Processors(PROCESSORS, serverCpuCount));
    }

    private Scenario scenario() {
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
        CustomRequest request = CustomRequest.inFlight("/slow", InFlight.AT_ONCE);
        return inFlight
                ? Work.of(Workloads.CUSTOM, new OwnApplication(Optional.empty(), request))
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
        Target seen = Target.unseen(
                new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, "", false, false, List.of()), !elsewhere);
        return new Target(
                seen.endpoint(),
                seen.onThisHost(),
                OptionalLong.empty(),
                0,
                seen.software(),
                List.of(),
                proxy.map(reading -> new Proxy("nginx", 812, 1, "127.0.0.1:8081", List.of())));
    }

    private static long limit(Use use) {
        return use.limit().orElse(-1);
    }

    private HostLimits limits() {
        return HostLimitsFixture.limits(
                HostLimitsFixture.descriptors(20_000, 20_000),
                HostLimitsFixture.threads(
                        limit(processNumbers), limit(hostThreads), limit(mappings), limit(userThreads)),
                new HostLimits.Cgroup(Limit.ofNegativeUnlimited(cgroupMemory), groupPids.limit()),
                HostLimitsFixture.network(28_232, 4096, GIB, -1),
                24 * GIB,
                memoryFloor);
    }

    private Sample sample(int i) {
        double part = (double) i / (SAMPLES - 1);
        long elapsed = 60 * SECOND + i * SECOND;
        ServerReading server = ServerReadings.notSeen()
                .behind(proxy.orElse(ProxyReading.NOT_SEEN))
                .connections(connections, ofContainer(maxConnections))
                .pool(poolThreads, busy, ofContainer(maxThreads), queued)
                .levels(deepest, levelsNow)
                .descriptors(descriptors, Limit.ofNegativeNotSeen(maxDescriptors))
                .threads(threads)
                .resident(rss, -1)
                .majorFaults(40 + (long) (majorFaults * part))
                .heap(
                        i >= heapUsedFrom && i < heapUsedUntil ? heapUsed : Math.min(heapUsed, heapMax / 2),
                        Limit.ofNegativeNotSeen(heapMax))
                .direct(direct)
                .directMax(directMax)
                .cpu(
                        processSeen
                                ? (long) (Math.max(60 * SECOND + exchangingFrom * SECOND, elapsed) * serverCores)
                                : -1,
                        processSeen ? (long) (elapsed * gcShare) : -1,
                        10 + (long) (gcCountRise * part))
                .listenQueue(
                        i < listensFrom ? -1 : waits(i) ? listenWaiting : Math.min(0, listenWaiting),
                        Limit.ofNegativeNotSeen(listenBacklog))
                .busiestThread(
                        busiestThread < 0 ? -1 : 12 + i % busyThreads,
                        "node",
                        busiestThread < 0
                                ? -1
                                : Math.round(SECOND * (i > exchangingFrom ? busiestThread : busiestThreadBefore)),
                        busiestThread < 0 ? -1 : SECOND)
                .quota(
                        quotaCores < 0 ? Limit.UNLIMITED : Limit.of(Math.round(quotaCores * 1000)),
                        throttledShare < 0 ? -1 : elapsed / 100_000_000,
                        throttledShare < 0 ? -1 : Math.round(elapsed / 1e8 * throttledShare),
                        throttledShare < 0 ? -1 : Math.round(elapsed * throttledShare / 2))
                .build();
        HostReading host = HostReadings.notSeen()
                .memory(24 * GIB, memoryAvailable)
                .kernelMemory(GIB, socketMemory)
                .tcp(2000, 10, (long) (pressures * part))
                .listenQueues(
                        7 + (long) (overflows * part), 7 + (long) (drops * part), 7 + (long) (synRetransmits * part))
                .embryonicResets(7 + (long) (embryonicResets * part))
                .conntrack(
                        conntrack,
                        Limit.ofNegativeNotSeen(conntrackMax),
                        conntrackDrops < 0 ? -1 : (long) (conntrackDrops * part))
                .cpu(
                        (long) (elapsed * processesHere()),
                        (long) (elapsed * softirqCores),
                        (long) (elapsed * Math.max(0, PROCESSORS - processesHere() - softirqCores)),
                        0)
                .build();
        return new Sample(elapsed, afterGc && i == SAMPLES - 1, server, host, load(i, part, elapsed));
    }

    private double processesHere() {
        return otherCores
                + (elsewhere ? 0 : Math.max(0, serverCores))
                + (agents == 0 || agentsElsewhere ? 0 : loadCores);
    }

    /** Returns a limit of the container, which writes -1 for none; a server without JMX tells no limit at all. */
    private Limit ofContainer(long limit) {
        return ofTarget ? Limit.ofNegativeNotSeen(limit) : Limit.ofNegativeUnlimited(limit);
    }

    private LoadReading load(int i, double part, long elapsed) {
        if (agents == 0) {
            return LoadReading.NONE;
        }
        Map<FailureCause, Long> soFar = new EnumMap<>(FailureCause.class);
        failures.forEach((cause, count) -> {
            boolean closes = cause == FailureCause.CLOSED_WHILE_HELD && closesInSamples == 1;
            long now = closes ? (i < 3 ? 0 : count) : (long) (count * part);
            soFar.put(cause, now);
        });
        Counts counts = new Counts(
                new ConnectionCounts(target, pending, served, alive < 0 ? served : alive, 0, 0, 0),
                new Failures(soFar, failureTexts),
                closeMinAge < 0 ? AgeRange.NONE : new AgeRange(closeMinAge, closeMaxAge),
                exchanges(i, part),
                ByteCounts.NONE,
                ChannelCounts.NONE,
                PublishCounts.NONE);
        // Percentiles are read at the end of a step alone.
        Latencies times = i == SAMPLES - 1
                ? new Latencies(times(exchanges, responseP99), times(exchanges, serviceP99))
                : Latencies.NONE;
        AgentProcess process = new AgentProcess(
                (long) (elapsed * loadCores),
                (long) (elapsed * loadGcShare),
                new Usage(GIB / 8, GIB / 2, heapShare),
                new Usage(1000, 20_000, descriptorsShare),
                GIB / 4,
                pauseNanos,
                pauseNanos,
                LoopTimes.of(List.of((long) (elapsed * fullestLoop), (long) (elapsed * fullestLoop / 8))));
        LoadTimes all = new LoadTimes(ResponseTimes.NONE, ResponseTimes.NONE, times, Latencies.NONE);
        return new LoadReading(agents, counts, all, process, List.of(), hosts(elapsed, process));
    }

    private List<LoadHost> hosts(long elapsed, AgentProcess process) {
        if (busyElsewhere < 0) {
            return List.of();
        }
        HostReading reading = HostReadings.notSeen()
                .of("load1")
                .memory(24 * GIB, memoryElsewhere)
                .cpu((long) (elapsed * busyElsewhere), 0, (long) (elapsed * Math.max(0, PROCESSORS - busyElsewhere)), 0)
                .build();
        return List.of(new LoadHost("load1", process, new LoadHost.State(PROCESSORS, 2 * GIB, reading)));
    }

    private ExchangeCounts exchanges(int i, double part) {
        long asked = i == 0 ? 0 : exchanges;
        double ofRound = roundEndsEarly && i >= SAMPLES - 2 ? 1 : part;
        long answered = (long) (asked * ofRound);
        long pending = exchangingFrom > 0 && i >= exchangingFrom && i < SAMPLES - 1 ? 1 : 0;
        return new ExchangeCounts(asked, answered, asked - answered - pending, (long) (lateSends * ofRound));
    }

    private static ResponseTimes times(long count, long p99) {
        return count == 0 ? ResponseTimes.NONE : new ResponseTimes(count, p99 / 2.0, p99 / 2, p99, p99, p99 * 2);
    }

    private boolean waits(int sample) {
        return listenWaitingSamples == 0 ? sample == 2 : sample >= SAMPLES - listenWaitingSamples;
    }
}
