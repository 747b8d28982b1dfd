package io.ceiling.harness.result;

import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.OptionalInt;

/**
 * Everything that is known about the step that failed, gathered from outside the server wherever possible.
 *
 * @param scenario scenario of the step
 * @param lastPassed sample after the last step that passed, or at the start if none did
 * @param failed the step that failed
 * @param stepSamples samples taken during the step, in order
 * @param serverTraces traces of the server's process
 * @param answer of a recursion, the text of the answer or of the client's own error; otherwise empty
 * @param processLimits limits of the server's process
 * @param processors processors of host and server
 */
public record Evidence(
        Scenario scenario,
        Sample lastPassed,
        Step failed,
        List<Sample> stepSamples,
        ServerTraces serverTraces,
        String answer,
        ProcessLimits processLimits,
        ProcessorCounts processors) {

    /** Exit code of a process that is gone but was not a child of the harness, so that its real code is not known. */
    public static final int UNSEEN_EXIT_CODE = -1;

    /**
     * The traces of the server's process.
     *
     * @param log findings in the server's log, oldest first
     * @param exitCode exit code of the server; empty while it runs
     * @param oomKills number of processes of the server's cgroup that the kernel has killed for lack of memory since
     *     the server started
     * @param crashFile true if there is a fatal error log (hs_err)
     * @param instance number of the server among several instances, 1 for the first; 0 for a single server
     * @param threads where its threads were after the step had failed, or with load beyond the ceiling
     * @param diagnosis what it did with load beyond the ceiling
     * @param hops what a proxy and the server behind it answered meanwhile
     */
    public record ServerTraces(
            List<LogFinding> log,
            OptionalInt exitCode,
            Observation oomKills,
            boolean crashFile,
            int instance,
            ThreadPools threads,
            Diagnosis diagnosis,
            HopControl hops) {

        public ServerTraces {
            log = List.copyOf(log);
        }

        /** Creates the traces of a single server. */
        public ServerTraces(List<LogFinding> log, OptionalInt exitCode, Observation oomKills, boolean crashFile) {
            this(
                    log,
                    exitCode,
                    oomKills,
                    crashFile,
                    0,
                    ThreadPools.notSeen("no thread dump"),
                    Diagnosis.NONE,
                    HopControl.NONE);
        }

        /** Returns true if the server has ended, or left the error log of a crash. */
        public boolean isGone() {
            return exitCode.isPresent() || crashFile;
        }

        /** Returns the same traces with the places of its threads. */
        public ServerTraces with(ThreadPools pools) {
            return new ServerTraces(log, exitCode, oomKills, crashFile, instance, pools, diagnosis, hops);
        }

        /** Returns the same traces with what the server did beyond its ceiling. */
        public ServerTraces with(Diagnosis beyond) {
            return new ServerTraces(log, exitCode, oomKills, crashFile, instance, threads, beyond, hops);
        }

        /** Returns the same traces with what both hops answered. */
        public ServerTraces with(HopControl control) {
            return new ServerTraces(log, exitCode, oomKills, crashFile, instance, threads, diagnosis, control);
        }

        private ServerTraces ofInstance(int number) {
            return new ServerTraces(log, exitCode, oomKills, crashFile, number, threads, diagnosis, hops);
        }
    }

    /**
     * The limits of the server's process, and who takes its places.
     *
     * @param limits limits of host and process
     * @param threads use of each limit of threads
     * @param occupants what takes its places
     * @param loneConnection what became of one connection when the load had gone
     * @param silentServers of several servers those that leave connections without an answer while others answer
     */
    public record ProcessLimits(
            HostLimits limits,
            ThreadHeadroom threads,
            Occupants occupants,
            LoneConnection loneConnection,
            List<SilentServer> silentServers) {

        public ProcessLimits {
            silentServers = List.copyOf(silentServers);
        }

        /** Creates the limits of a server whose occupants were not read. */
        public ProcessLimits(HostLimits limits, ThreadHeadroom threads) {
            this(limits, threads, Occupants.NOT_SEEN);
        }

        /** Creates the limits of a server at its failure. */
        public ProcessLimits(HostLimits limits, ThreadHeadroom threads, Occupants occupants) {
            this(limits, threads, occupants, LoneConnection.NOT_OPENED, List.of());
        }
    }

    /**
     * A server that leaves connections without an answer.
     *
     * @param number its number among the instances, 1 for the first
     * @param waiting how many connections and requests wait for it
     * @param places where its threads are, in words; empty if nobody looked
     */
    public record SilentServer(int number, long waiting, String places) {

        public SilentServer at(String where) {
            return new SilentServer(number, waiting, where);
        }
    }

    /**
     * The numbers of processors.
     *
     * @param host processors that this host has for server and agents together
     * @param server processors that the server may use; fewer if it is bound to some of them
     */
    public record ProcessorCounts(int host, int server) {

        /** Returns the counts of a server whose quota may grant it a part of a processor. */
        public static ProcessorCounts of(int host, double server) {
            return new ProcessorCounts(host, (int) Math.ceil(server));
        }
    }

    public Evidence {
        stepSamples = List.copyOf(stepSamples);
    }

    /** Returns the same evidence with another answer of the recursion. */
    public Evidence withAnswer(String other) {
        return new Evidence(scenario, lastPassed, failed, stepSamples, serverTraces, other, processLimits, processors);
    }

    public Evidence with(ServerTraces other) {
        return new Evidence(scenario, lastPassed, failed, stepSamples, other, answer, processLimits, processors);
    }

    /** Returns the same evidence with the outcome of one connection without other load. */
    public Evidence with(LoneConnection alone) {
        return with(new ProcessLimits(
                processLimits.limits(),
                processLimits.threads(),
                processLimits.occupants(),
                alone,
                processLimits.silentServers()));
    }

    public Evidence with(List<SilentServer> silent) {
        return with(new ProcessLimits(
                processLimits.limits(),
                processLimits.threads(),
                processLimits.occupants(),
                processLimits.loneConnection(),
                silent));
    }

    private Evidence with(ProcessLimits other) {
        return new Evidence(scenario, lastPassed, failed, stepSamples, serverTraces, answer, other, processors);
    }

    public Evidence with(Occupants others) {
        return with(new ProcessLimits(
                processLimits.limits(),
                processLimits.threads(),
                others,
                processLimits.loneConnection(),
                processLimits.silentServers()));
    }

    public Evidence stepSamples(List<Sample> others) {
        return new Evidence(scenario, lastPassed, failed, others, serverTraces, answer, processLimits, processors);
    }

    /**
     * Returns the same evidence as that of one of several instances.
     *
     * @param number number of the instance, 1 for the first
     */
    public Evidence ofInstance(int number) {
        return new Evidence(
                scenario,
                lastPassed,
                failed,
                stepSamples,
                serverTraces.ofInstance(number),
                answer,
                processLimits,
                processors);
    }
}
