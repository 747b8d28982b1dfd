package io.ceiling.watch.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import io.ceiling.watch.WatchSample;
import java.util.List;

/** A Tomcat with 200 threads and 1000 descriptors on a host with two processors. */
final class WatchedServers {

    private WatchedServers() {}

    static WatchedFacts watched(long maxConnections, WatchSample begin) {
        Target target = Tomcats.target(8080);
        ServerSettings settings = Tomcats.settings()
                .maxThreads(Limit.of(200))
                .maxConnections(Limit.of(maxConnections))
                .nofile(Limit.of(1000))
                .build();
        return new WatchedFacts(
                new Scenario(settings, Work.of(Workloads.WATCHED), 1, 1, List.of(target)),
                begin.sample(),
                HostLimitsFixture.usual(1000),
                new Evidence.ProcessorCounts(2, 2));
    }

    /** Returns the reading of load agents with these connections and requests. */
    static LoadReading load(ConnectionCounts connections, long requests, long cpuNanos) {
        return new LoadReading(
                1,
                Counts.of(connections, Failures.NONE, new ExchangeCounts(requests, 0, 0, 0)),
                LoadTimes.NONE,
                new AgentProcess(cpuNanos, 0, Usage.NONE, Usage.NONE, 0L, 0, 0, LoopTimes.NONE));
    }
}
