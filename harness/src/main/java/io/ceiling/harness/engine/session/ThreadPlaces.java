package io.ceiling.harness.engine.session;

import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.verdict.ramp.DumpRisk;
import io.ceiling.harness.verdict.threads.Deadlock;
import io.ceiling.harness.verdict.threads.ThreadCrowd;
import io.ceiling.harness.verdict.threads.ThreadSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Reads the places of a server's threads after a failed step. */
public final class ThreadPlaces {

    /** Reason for a server without any thread dump. */
    public static final String NONE = "no thread dump of this project's application, or of a server that is gone";

    private static final Duration BETWEEN = Duration.ofMillis(100);

    private ThreadPlaces() {}

    /**
     * Where threads were at one moment.
     *
     * @param pools the pools of a JVM, for what its application waits for
     * @param crowd the threads of any program, grouped by place
     * @param deadlock threads of a JVM that wait for one another, in words; empty if none do
     * @param outbound connections of the server to others
     */
    public record ThreadSnapshot(ThreadPools pools, ThreadsByPlace crowd, String deadlock, Outbound outbound) {

        public static ThreadSnapshot notSeen(String why) {
            return new ThreadSnapshot(ThreadPools.notSeen(why), ThreadsByPlace.notSeen(why), "", Outbound.NOT_SEEN);
        }
    }

    /**
     * Takes two thread dumps and sums them up. Blocks for some tenths of a second, at most eleven seconds. For a
     * program without dumps, or one that a dump may harm, the kernel shows where its threads sleep.
     *
     * @param log what the server's log says
     * @param instances number of servers of the scenario
     */
    public static ThreadSnapshot read(ServerProbe probe, List<LogFinding> log, int instances) {
        ServerReading before = probe.reading();
        Optional<String> risk = DumpRisk.of(before, log, instances, probe.printsThreads());
        if (risk.isPresent()) {
            return new ThreadSnapshot(ThreadPools.notSeen(risk.get()), probe.threadsByPlace(), "", probe.outbound());
        }
        List<ThreadDump> dumps = new ArrayList<>();
        for (int i = 0; i < ThreadPools.ENOUGH_DUMPS; i++) {
            if (i > 0) {
                LockSupport.parkNanos(BETWEEN.toNanos());
            }
            Optional<ThreadDump> dump = probe.dumpThreads(DumpRisk.virtualThreadsFit(before));
            if (dump.isEmpty()) {
                break;
            }
            dumps.add(dump.get());
        }
        Outbound outbound = probe.outbound();
        return dumps.isEmpty()
                ? new ThreadSnapshot(
                        ThreadPools.notSeen("its JVM gave no thread dump in time, or cannot be reached over JMX"),
                        probe.threadsByPlace(),
                        "",
                        outbound)
                : new ThreadSnapshot(
                        ThreadSummary.of(dumps),
                        ThreadCrowd.of(dumps),
                        Deadlock.describe(dumps.get(dumps.size() - 1)),
                        outbound);
    }
}
