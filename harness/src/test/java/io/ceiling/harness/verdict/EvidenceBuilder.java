package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.OutboxCounts;
import io.ceiling.harness.result.PublishedMessages;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.verdict.threads.ThreadSummary;
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
import io.ceiling.load.report.Refusal;
import io.ceiling.load.report.RefusalKind;
import io.ceiling.load.report.Usage;
import io.ceiling.load.workload.CustomPlan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A step of five seconds that failed on a server in good health: 1000 async holds wanted, 800 served, nothing at its limit.
 * Each method adds one fact. Counters rise evenly over the samples unless told otherwise.
 */
public final class EvidenceBuilder extends EvidenceValues {

    public interface Fact {
        void apply(EvidenceBuilder to);
    }

    public static Attribution named(Fact... facts) {
        return failed(facts).attribution();
    }

    public static FailedStep failed(Fact... facts) {
        return new FailedStep(evidence(facts));
    }

    public static Evidence evidence(Fact... facts) {
        EvidenceBuilder builder = new EvidenceBuilder();
        for (Fact fact : facts) {
            fact.apply(builder);
        }
        return builder.build();
    }

    /** Adds a thousand messages, of which so many were published late, and members that the application gave up. */
    void publishes(long publishedLate, long givenUp) {
        ResponseTimes late = new ResponseTimes(1000, 1e6, 1_000_000, 2 * SECOND, 2 * SECOND, 2 * SECOND);
        deliveries = Optional.of(new Deliveries(
                new PublishedMessages(1000, 1000, publishedLate, SECOND),
                new OutboxCounts(1000, 0, givenUp),
                new ChannelCounts(1000, 1_462_000, 0, 0, 0),
                new Latencies(late, late),
                SECOND,
                0,
                0.3,
                LongestPauses.NONE));
    }

    public EvidenceBuilder fails(FailureCause cause, long count) {
        failures.put(cause, count);
        return this;
    }

    public EvidenceBuilder fails(FailureCause cause, long count, String text) {
        failureTexts.put(cause, text);
        return fails(cause, count);
    }

    public EvidenceBuilder logs(String... lines) {
        log.addAll(List.of(lines));
        return this;
    }

    /** A recursion: no agents, one chain. */
    public EvidenceBuilder recursion(int reached) {
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
    public EvidenceBuilder ofTarget(boolean processSeen) {
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
    public EvidenceBuilder asks(CustomPlan.Kind kind) {
        ofTarget(true);
        workload = Workloads.CUSTOM;
        application = Optional.of(new UserApplication(Optional.empty(), new CustomRequest(kind, "/orders", "", "")));
        target = 100;
        served = 60;
        pending = 100;
        return fails(FailureCause.ANSWER_TIMEOUT, 40);
    }

    /** Somebody else's Tomcat, whose beans are seen, behind an nginx with that use of its limits. */
    EvidenceBuilder behind(TargetSockets upstream, ProxyReading.ProxyLimitUse... uses) {
        ofTarget(true);
        connections = 100;
        maxConnections = 8192;
        poolThreads = maxThreads = 200;
        busy = 2;
        queued = 0;
        proxy = Optional.of(new ProxyReading(List.of(uses), TargetSockets.NOT_SEEN, upstream, Observation.of(SECOND)));
        return this;
    }

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
                .withSlo(slo);
        List<LogFinding> findings = Stream.concat(
                        Stream.concat(
                                LogScanner.proxy(proxyLog.stream()).stream(), LogScanner.server(log.stream()).stream()),
                        LogScanner.kernel(kernel.stream(), 4711).stream())
                .toList();
        return new Evidence(
                scenario(),
                samples.get(0),
                failed, // The recorder of a run keeps the readings at both ends as well.
                samples,
                new Evidence.ServerTraces(findings, exitCode, oomKills, crashFile, instance, threadPools, beyond, hops),
                answer,
                new Evidence.ProcessLimits(
                        limits(),
                        new ThreadHeadroom(
                                threadsLeft < 0 ? threads : threadsLeft,
                                mappings,
                                hostThreads,
                                processNumbers,
                                groupPids,
                                groupRefusals,
                                userThreads),
                        occupants,
                        alone,
                        List.of()),
                new Evidence.ProcessorCounts(PROCESSORS, serverCpuCount));
    }

    private static long limit(ThreadUse use) {
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
                .behind((i == SAMPLES - 1 ? proxyAtEnd.or(() -> proxy) : proxy).orElse(ProxyReading.NOT_SEEN))
                .connections(connections, ofContainer(maxConnections))
                .pool(poolThreads, busy, ofContainer(maxThreads), queued)
                .levels(deepest, levelsNow)
                .descriptors(descriptors, Limit.ofNegativeNotSeen(maxDescriptors))
                .threads(threads)
                .workers(i == SAMPLES - 1 ? workersAtEnd : workers)
                .resident(rss, -1)
                .majorFaults(40 + (long) (majorFaults * part))
                .memoryStops(memoryStops < 0 ? -1 : 900 + (long) (memoryStops * part))
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
                .tcp(2000, timeWait, (long) (pressures * part))
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
        Map<RefusalKind, Refusal> kinds = new EnumMap<>(RefusalKind.class);
        failures.forEach((cause, count) -> {
            boolean closes = cause == FailureCause.CLOSED_WHILE_HELD && closesInSamples == 1;
            long now = closes ? (i < 3 ? 0 : count) : (long) (count * part);
            soFar.put(cause, now);
            RefusalKind kind = RefusalKind.of(cause, failureTexts.getOrDefault(cause, ""));
            if (kind != null && now > 0) {
                kinds.put(kind, new Refusal(now, now * refusedAfterNanos, refusedAfterNanos));
            }
        });
        Counts counts = new Counts(
                new ConnectionCounts(target, pending, served, alive < 0 ? served : alive, 0, 0, 0),
                new Failures(soFar, failureTexts, kinds),
                closeMinAge < 0 ? AgeRange.NONE : new AgeRange(closeMinAge, closeMaxAge),
                exchanges(i, part),
                bytes(part),
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

    /** Returns the bytes of a step before which ten answers had come, and in which ten more come. */
    private ByteCounts bytes(double part) {
        long answers = answerBytes == 0 ? 0 : 10 + (long) (10 * part);
        return new ByteCounts(
                answers * answerBytes + (long) (part * onTheirWay * answerBytes),
                100,
                answers,
                answers * answerBytes,
                0);
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
