package io.ceiling.watch;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.observe.HostLimitsProbe;
import io.ceiling.harness.observe.KernelLog;
import io.ceiling.harness.observe.TargetProbe;
import io.ceiling.harness.observe.ToolConnectionsProbe;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.LogScanner;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import io.ceiling.watch.verdict.WatchAnalyst;
import io.ceiling.watch.verdict.WatchedFacts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The server under a load tool: its readings, with those of its host and of its connections. Not thread-safe. */
final class WatchedServer {

    private static final Evidence.ServerTraces RUNNING =
            new Evidence.ServerTraces(List.of(), OptionalInt.empty(), Observation.NOT_SEEN, false);

    private static final int FIRST_READINGS = 20;

    // On a full host a reading may take a good part of a second.
    private static final long MAX_WARM_NANOS = 1_000_000_000;

    private final TargetProbe probe;
    private final ToolConnectionsProbe connections;
    private final HostFacts facts;
    private final KernelLog kernelLog = new KernelLog();
    private final Optional<CgroupReader> cgroup;
    private final Observation oomKillsBefore;
    private final ThreadsByPlace atRest;
    private final WatchedFacts watched;

    /**
     * Takes the baseline: readings of the server before the tool is started.
     *
     * @param jdk JDK of this host, for a server that does not tell its own
     */
    WatchedServer(TargetProbe probe, ToolConnectionsProbe connections, HostFacts facts, Jdk jdk) {
        this.probe = probe;
        this.connections = connections;
        this.facts = facts;
        probe.server().readLessOften();
        Target target = probe.target();
        this.cgroup = target.pid().isPresent()
                ? Optional.of(new CgroupReader(target.pid().getAsLong()))
                : Optional.empty();
        this.oomKillsBefore = oomKills();
        ThreadPlaces.ThreadSnapshot ignored = threads();
        this.atRest = threads().crowd();
        WatchSample idle = sample(0, ToolReading.NOT_SEEN);
        HostLimits limits = target.pid().isPresent()
                ? HostLimitsProbe.ofProcess(target.pid().getAsLong(), facts.limits())
                : facts.limits();
        double allowed = probe.server().processors();
        this.watched = new WatchedFacts(
                scenario(target, idle.sample().server(), jdk),
                idle.sample(),
                limits,
                Evidence.ProcessorCounts.of(
                        probe.server().processorsWithOurs(facts.cpuCount()), allowed > 0 ? allowed : facts.cpuCount()));
        warm();
    }

    // Warms the code that takes readings: before it is compiled it would use much of the watch's processor budget.
    private void warm() {
        ToolProbe thisProcess = new ToolProbe(ProcessHandle.current().pid());
        long begin = System.nanoTime();
        for (int i = 0; i < FIRST_READINGS && System.nanoTime() - begin < MAX_WARM_NANOS; i++) {
            WatchSample sample = sample(0, thisProcess.reading());
            List<Attribution> ignored = WatchAnalyst.findLimits(watched, List.of(sample, sample), RUNNING);
        }
    }

    // Returns the server as a scenario with the settings that it reports; a limit of 0 is one that it does not know.
    private static Scenario scenario(Target target, ServerReading idle, Jdk jdk) {
        ServerSettings settings = ServerSettings.builder(
                        target.software().container(),
                        target.software().connector().equals("bio") ? Connector.BIO : Connector.NIO,
                        ThreadKind.PLATFORM,
                        jdk)
                .maxThreads(number(idle.maxThreads()))
                .maxConnections(number(idle.maxConnections()))
                .acceptCount(Limit.NOT_SEEN)
                .heapMaxBytes(number(idle.heapMaxBytes()))
                .directMemoryBytes(idle.directMaxBytes().number())
                .garbageCollector("")
                .nofile(number(idle.maxDescriptors()))
                .build();
        return new Scenario(settings, Work.of(Workloads.WATCHED), 1, 1, List.of(target));
    }

    private static Limit number(Limit reported) {
        return reported.orElse(0) < 1 ? Limit.NOT_SEEN : reported;
    }

    WatchedFacts watched() {
        return watched;
    }

    /** Returns where its threads stood before the tool was started. */
    ThreadsByPlace atRest() {
        return atRest;
    }

    /** Returns where its threads stand now. Blocks for some tenths of a second, at most eleven seconds. */
    ThreadPlaces.ThreadSnapshot threads() {
        return ThreadPlaces.read(probe.server(), List.of(), 1);
    }

    /**
     * Reads everything.
     *
     * @param elapsedNanos time since the tool was started, in ns
     * @param tool reading of the tool at this moment
     */
    WatchSample sample(long elapsedNanos, ToolReading tool) {
        ToolConnectionsProbe.ToolConnections seen = connections.reading();
        ServerReading server = seen.queue()
                .map(queue -> probe.server().reading(queue))
                .orElseGet(() -> probe.server().reading());
        HostReading here = facts.host().readingWithoutSlabs(probe.target().pid());
        return new WatchSample(
                new Sample(
                        elapsedNanos,
                        false,
                        server,
                        probe.target().onThisHost() ? here : here.forRemoteServers(),
                        ToolLoad.reading(tool, seen.sockets(), seen.exchanges(), server)),
                tool,
                seen.sockets(),
                seen.exchanges());
    }

    /** Returns the traces of the server's process; reads the costly ones only once it is gone. */
    Evidence.ServerTraces process() {
        if (!probe.isGone()) {
            return RUNNING;
        }
        return new Evidence.ServerTraces(
                List.copyOf(LogScanner.kernel(
                        kernelLog.lines().stream(), probe.target().pid().orElse(-1))),
                OptionalInt.of(Evidence.UNSEEN_EXIT_CODE),
                oomKills().since(oomKillsBefore),
                probe.crashed());
    }

    boolean isGone() {
        return probe.isGone();
    }

    private Observation oomKills() {
        return cgroup.map(CgroupReader::oomKills).orElse(Observation.NOT_SEEN);
    }

    // Turns readings of a load tool into the form of a reading of load agents. Pure functions.
    private static final class ToolLoad {

        private ToolLoad() {}

        /**
         * Returns the reading of the tool. A connection is pending while it waits to be connected, to be accepted, or for a
         * request to be read, and alive otherwise. The connections show the pending exchanges; otherwise unread
         * requests and busy threads count.
         */
        static LoadReading reading(ToolReading tool, TargetSockets sockets, Exchanges exchanges, ServerReading server) {
            long connections = sockets.connections();
            long pending = Math.min(connections, sockets.unserved());
            long alive = connections - pending;
            long exchanging = exchanges
                    .outstanding()
                    .orElse(sockets.server().unread().orElse(0)
                            + Math.min(
                                    server.busyThreads().orElse(0),
                                    sockets.server().accepted().orElse(connections)));
            return new LoadReading(
                    tool.processes() == 0 ? 0 : 1,
                    Counts.of(
                            new ConnectionCounts(connections, pending, alive, alive, 0, 0, 0),
                            Failures.NONE,
                            new ExchangeCounts(exchanging, 0, 0, 0)),
                    LoadTimes.NONE,
                    new AgentProcess(
                            tool.cpuNanos().orElse(0),
                            0,
                            Usage.NONE,
                            Usage.of(
                                    tool.fullest().openDescriptors().orElse(-1),
                                    tool.fullest().maxDescriptors().orElse(0)),
                            tool.rssBytes().isSeen()
                                    ? Long.valueOf(tool.rssBytes().orElse(0))
                                    : null,
                            0,
                            0,
                            LoopTimes.NONE));
        }
    }
}
