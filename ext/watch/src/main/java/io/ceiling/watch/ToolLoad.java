package io.ceiling.watch;

import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;

/** Turns readings of a load tool into the form of a reading of load agents. Pure functions. */
final class ToolLoad {

    private ToolLoad() {}

    /**
     * Returns the reading of the tool. A connection is pending while it waits to be connected, to be accepted, or for a
     * request to be read, and alive otherwise. Exchanges are pending as the connections show it; where they do not, if a request
     * waits or a thread is busy with one.
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
                        tool.rssBytes().isSeen() ? Long.valueOf(tool.rssBytes().orElse(0)) : null,
                        0,
                        0,
                        LoopTimes.NONE));
    }
}
