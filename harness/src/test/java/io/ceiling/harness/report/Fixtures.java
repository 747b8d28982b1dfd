package io.ceiling.harness.report;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.Effort;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.OutboxCounts;
import io.ceiling.harness.result.PublishedMessages;
import io.ceiling.harness.result.ScenarioNotes;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Records with made-up figures. */
public final class Fixtures {

    static final RampSettings RAMP = RampSettings.builder(
                    new RampSettings.Levels(128, 2, 0.02), new RampSettings.Rates(5_000, 10_000))
            .hold(Duration.ofMillis(300))
            .slo(Duration.ofSeconds(1))
            .stallTimeout(Duration.ofSeconds(2))
            .memoryFloorBytes(2L << 30)
            .build();

    public static final Verdict REACHED = new Verdict.Reached(
            4040,
            4046,
            LimitingFactor.SERVER_FILE_DESCRIPTORS,
            "4096 of 4096 files open, \"Too many open files\"\n\tat accept",
            "raise nofile, now 4096",
            Confidence.HIGH,
            List.of(new NextLimit(LimitingFactor.SERVER_MAX_CONNECTIONS, "4046 of 5000 connections")));

    /** Of two servers, one of which was not steady; the agents' processor time could not be seen. */
    static final Effort EFFORT = new Effort(
            Map.of(
                    Phase.START, 3_104_000_000L,
                    Phase.WARM_UP, 1_950_400_000L,
                    Phase.OPEN, 1_200_000_000L,
                    Phase.HOLD, 460_000_000L,
                    Phase.COLLECT, 300_000_000L,
                    Phase.STOP, 200_000_000L),
            Observation.of(6_130_000_000L),
            Observation.NOT_SEEN,
            Observation.of(1_900_000_000L),
            new WarmUp(640, 1_950_400_000L, 2, 1, "answers still became faster:\n2.1 ms, then 1.4 ms"));

    static final String WARNING = "the host was not quiet before this scenario: others used 34 % of the processors";

    static final NullMeasurement LOOK = new NullMeasurement(
            1_002_000_000L,
            new NullMeasurement.ProcessorShares(
                    OptionalDouble.of(0.34), OptionalDouble.of(0.02), OptionalDouble.empty(), OptionalDouble.of(0.5)),
            3_400_000,
            OptionalDouble.of(-12_345.5));

    private Fixtures() {}

    public static Scenario scenario(
            Workload workload, ThreadKind kind, OptionalInt threads, OptionalInt buffer, int fork) {
        return scenario(workload, kind, threads, buffer, 1, fork);
    }

    /** A recursion that goes round three servers. */
    public static Scenario ring() {
        return scenario(Workloads.RECURSIVE, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 3, 1);
    }

    private static Scenario scenario(
            Workload workload, ThreadKind kind, OptionalInt threads, OptionalInt buffer, int instances, int fork) {
        return new Scenario(
                ServerSettings.builder("tomcat", Connector.NIO, kind, new Jdk(Path.of("/opt/jdk-25"), "25.0.3", 25))
                        .maxThreads(threads.isPresent() ? Limit.of(threads.getAsInt()) : Limit.DEFAULT)
                        .bufferBytes(buffer)
                        .instances(instances)
                        .atmosphereVersion("4.0.33")
                        .build(),
                Work.of(workload),
                4096,
                fork,
                List.of());
    }

    public static Scenario websocket() {
        return scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.of(1024), 1);
    }

    public static ScenarioResult result(Scenario scenario, Verdict verdict) {
        Step passed = new Step(1, 4040, 4040, true, "", 812_000_000L, sample(5, false, 100), sample(6, true, 4040))
                .with(new Step.Generator(
                        OptionalDouble.of(1843.25),
                        OptionalDouble.of(0.3125),
                        OptionalDouble.empty(),
                        OptionalDouble.of(12500)))
                .with(Step.Use.CEILING_AND_COST);
        Step failed = new Step(
                2,
                4096,
                4046,
                false,
                "50 of 4096 connections\nwere not served",
                900_000_000L,
                sample(6, false, 4040),
                sample(7, false, 4046));
        boolean skipped = verdict instanceof Verdict.Skipped;
        return new ScenarioResult(
                scenario,
                skipped ? null : running(),
                verdict,
                skipped ? List.of() : List.of(passed, failed),
                skipped ? CostPerConnection.NONE : cost(),
                skipped ? 0 : 7_214_000_000L);
    }

    public static ScenarioResult reached(Scenario scenario, List<Step> steps) {
        return new ScenarioResult(scenario, running(), REACHED, steps, cost(), 7_214_000_000L);
    }

    /** Subscribers over server-sent events, of whom one does not read. */
    public static Scenario broadcast() {
        return websocket().with(Work.of(Workloads.BROADCAST, new Messaging("sse", "default", "none")));
    }

    /** Returns a result with messages in each step: all came in the first step, and not all in the second. */
    public static ScenarioResult broadcastResult() {
        ScenarioResult plain = result(broadcast(), REACHED);
        return new ScenarioResult(
                plain.scenario(),
                plain.running(),
                plain.verdict(),
                List.of(
                        plain.steps().get(0).with(Optional.of(deliveries(4_000, 3))),
                        plain.steps().get(1).with(Optional.of(deliveries(3_990, 0)))),
                plain.cost(),
                plain.durationNanos(),
                new ScenarioNotes(EFFORT, LOOK, List.of(WARNING, "another run\nwas at work"), ExtensionResults.NONE));
    }

    private static Deliveries deliveries(long received, long dropped) {
        return new Deliveries(
                new PublishedMessages(2_000, 4_000, 12, 2_000_500_000L),
                new OutboxCounts(4_003, dropped, 0),
                new ChannelCounts(received, 1_462 * received, 0, 0, 0),
                new Latencies(
                        new ResponseTimes(received, 512_345.6, 400_000, 9_000_000, 12_000_000, 15_000_000),
                        new ResponseTimes(received, 450_000, 350_000, 8_000_000, 11_000_000, 14_000_000)),
                2_010_000_000L,
                0,
                0.91,
                LongestPauses.NONE.withServerPause(7_000_000).withAgentPause(3_000_000));
    }

    static CostPerConnection cost() {
        return new CostPerConnection(
                7,
                new Slope(72_608.4, 312.75, 14_000_000, 4, false),
                new Slope(0.25, 1.5, 8_192, 3, false),
                new Slope(93_000, 1_200, 90_000_000, 3, false),
                new Slope(88_500, 700, 80_500_000, 3, false),
                new Slope(92_500.123456, 1_100, 80_000_000, 3, false),
                new Slope(0, 0.0001, 41, 3, false),
                new Slope(Double.NaN, Double.NaN, Double.NaN, 0, false));
    }

    public static Sample sample(long seconds, boolean afterGc, long connections) {
        return new Sample(
                seconds * 1_000_000_000L,
                afterGc,
                ServerReadings.notSeen()
                        .connections(connections, Limit.of(8192))
                        .pool(25, 3, Limit.of(200), 0)
                        .descriptors(connections + 50, Limit.of(4096))
                        .threads(45)
                        .resident(400_000_000, 390_000_000)
                        .heap(300_000_000, Limit.of(536_870_912))
                        .direct(81_920)
                        .heapResident(330_000_000)
                        .cpu(2_500_000_000L, 120_000_000, 9)
                        .quota(Limit.of(1500), 25, 17, 300_000_000)
                        .listenQueue(7, Limit.of(100))
                        .busiestThread(831, "http-nio-8080-P", 410_000_000, 500_000_000)
                        .build(),
                HostReadings.notSeen()
                        .memory(25_000_000_000L, 20_000_000_000L)
                        .kernelMemory(500_000_000, 1_000_000)
                        .kernel(new KernelMemory(
                                HostReadings.slabs(10_000_000, 9_000_000, 800_000, 700_000, 6_000_000, 5_000_000),
                                Observation.of(4_000_000),
                                Observation.of(3_000_000),
                                Observation.of(2_000_000)))
                        .tcp(2L * connections, 12, 0)
                        .listenQueues(3, 3, 5)
                        .cpu(7_250_000_000L, 750_000_000L, 4_000_000_000L, 90_000_000L)
                        .pressure(2_100_000_000L, 153)
                        .build(),
                load(seconds, connections));
    }

    private static LoadReading load(long seconds, long connections) {
        Counts counts = Counts.of(
                new ConnectionCounts(connections, 0, connections, connections, 0, 0, 0),
                new Failures(
                        Map.of(FailureCause.CLOSED_BEFORE_ANSWER, 2L, FailureCause.ANSWER_TIMEOUT, 1L),
                        Map.of(FailureCause.ANSWER_TIMEOUT, "no answer within 1 s")),
                new ExchangeCounts(connections, connections, 0, 7));
        LoadTimes times = new LoadTimes(
                times(connections, 400_000, 9_000_000, 12_000_000, 15_000_000),
                ResponseTimes.NONE,
                new Latencies(
                        times(connections, 900_000, 21_000_000, 30_000_000, 44_000_000),
                        times(connections, 800_000, 20_000_000, 29_000_000, 43_000_000)),
                Latencies.NONE);
        AgentProcess process = new AgentProcess(
                1_000_000_000,
                0,
                Usage.of(60_000_000, 120_000_000),
                Usage.of(4_100, 20_000),
                120_000_000L,
                30_000_000L,
                35_000_000L,
                LoopTimes.of(List.of(seconds * 400_000_000L)));
        return new LoadReading(1, counts, times, process);
    }

    private static ResponseTimes times(long count, long p50, long p99, long p999, long most) {
        return new ResponseTimes(count, p50, p50, p99, p999, most);
    }

    public static StartedServer started(String... command) {
        return new StartedServer(List.of(command), running());
    }

    static RunningSettings running() {
        return new RunningSettings(
                812,
                "25.0.3+9-LTS",
                40123,
                "/ceiling",
                new ContainerIdentity(
                        "tomcat",
                        "11.0.25",
                        Connector.NIO,
                        "org.apache.tomcat.util.net.NioEndpoint",
                        ThreadKind.PLATFORM),
                ConnectorReadback.of(200, 8192, 100, 0, Map.of("appWriteBufSize", 1024, "appReadBufSize", 1024)),
                "");
    }

    public static Environment environment() {
        return new Environment(
                "2026-11-21T09:15:00Z",
                new Environment.Machine("Linux", "6.1.0", "A CPU", 2, 25_000_000_000L),
                new TreeMap<>(
                        Map.of("clocksource", "tsc", "swap_total_bytes", "2147483648", "cpu_governor", "not seen")),
                Map.of("net.core.somaxconn", "4096"),
                HostLimitsFixture.usual(),
                List.of(new Jdk(Path.of("/opt/jdk-25"), "25.0.3", 25)),
                new Environment.Software("17.0.15", "0.1.0", "abc123"),
                List.of("run", "--preset=quick"));
    }
}
