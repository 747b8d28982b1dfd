package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects why a server process, or a worker of it, is gone: killed for its memory, crashed, or ended by itself at a limit that
 * it named.
 */
public final class ProcessEnd {

    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;
    private static final Map<Integer, String> CRASH_SIGNALS =
            Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 11, "SIGSEGV");

    // Limits after whose refusal a JVM may end or crash; later refusals in its log are consequences.
    private static final Set<LimitingFactor> FATAL_FACTORS = Set.of(
            LimitingFactor.SERVER_NATIVE_THREADS, LimitingFactor.SERVER_HEAP, LimitingFactor.SERVER_DIRECT_MEMORY);

    private static final double FULL_MEMORY_SHARE = 0.85;
    private static final double MIN_FREE_SHARE = 0.05;

    private ProcessEnd() {}

    public static Optional<Attribution> detect(FailedStep step) {
        if (!step.evidence().serverTraces().isGone()) {
            return Optional.empty();
        }
        return killedForMemory(step)
                .or(() -> endedAtNamedLimit(step))
                .or(() -> refusedMemory(step))
                .or(() -> crashed(step));
    }

    /**
     * Detects that workers of the server, or processes of the proxy before it, ended in the step and took their connections
     * with them, while others live on. Only the process that has started them knows how they ended.
     */
    static Optional<Attribution> workerEnd(FailedStep step) {
        List<String> ended = endedWorkers(step);
        List<String> ofProxy = ProxyLimits.endedProcesses(step);
        long cutConnections = step.newFailures(FailureCause.CLOSED_BEFORE_ANSWER)
                + step.newFailures(FailureCause.CLOSED_WHILE_HELD)
                + (ofProxy.isEmpty() ? 0 : step.newFailures(FailureCause.CONNECT_REFUSED));
        boolean tookConnections =
                (cutConnections > 0 && cutConnections >= step.newFailures(FailureCause.UNEXPECTED_STATUS))
                        || (!ended.isEmpty() && step.proxyGaveUp());
        Observation kills = step.evidence().serverTraces().oomKills();
        boolean shrank = ofProxy.isEmpty()
                && !kills.isAtLeast(1)
                && !hasNewWorker(step)
                && IdleTimeout.detect(step).isPresent();
        if ((ended.isEmpty() && ofProxy.isEmpty()) || !tookConnections || shrank) {
            return Optional.empty();
        }
        String evidence = "%s ended in this step and took connections along; %s"
                .formatted(String.join(", ", ofProxy.isEmpty() ? ended : ofProxy), step.newFailuresInWords());
        return Optional.of(
                kills.isAtLeast(1) && ofProxy.isEmpty()
                        ? memory(
                                step,
                                Confidence.MEDIUM,
                                "%s; oom_kill of the cgroup rose by %s".formatted(evidence, kills))
                        : new Attribution(
                                LimitingFactor.SERVER_CRASH,
                                Confidence.MEDIUM,
                                evidence,
                                "read the log of the process that has started it, which alone knows how it ended: a crash, a time-out of workers, a number of requests after which they are replaced"));
    }

    // Returns true if a worker was started: servers replace a crashed worker, but not one that was idle for too long.
    private static boolean hasNewWorker(FailedStep step) {
        return !step.evidence()
                .failed()
                .before()
                .server()
                .processes()
                .workers()
                .containsAll(
                        step.evidence().failed().after().server().processes().workers());
    }

    private static List<String> endedWorkers(FailedStep step) {
        ServerReading before = step.evidence().failed().before().server();
        ServerReading after = step.evidence().failed().after().server();
        return !after.threads().isSeen()
                ? List.of()
                : before.processes().workers().stream()
                        .filter(worker -> !after.processes().workers().contains(worker))
                        .map(worker -> "worker process %d (%s)".formatted(worker.pid(), worker.name()))
                        .toList();
    }

    private static Optional<Attribution> killedForMemory(FailedStep step) {
        int code = step.evidence().serverTraces().exitCode().orElse(0);
        boolean unseen = code == Evidence.UNSEEN_EXIT_CODE;
        Optional<LogFinding> kernel = step.finding(LimitingFactor.SERVER_MEMORY);
        if (code != SIGNALLED + SIGKILL && !(unseen && kernel.isPresent())) {
            return Optional.empty();
        }
        Limit limit = step.evidence().processLimits().limits().cgroupMemoryBytes();
        Observation rss = step.peak(ServerReading::rssBytes);
        long total = step.hostPeak(HostReading::memoryTotalBytes).orElse(0);
        Observation left = step.evidence().failed().after().host().memoryAvailableBytes();
        boolean groupFull = limit.orElse(0) > 0 && rss.isAtLeast((long) Math.ceil(FULL_MEMORY_SHARE * limit.orElse(0)));
        boolean hostFull = total > 0 && left.isSeen() && left.orElse(0) <= MIN_FREE_SHARE * total;
        // The counter belongs to the cgroup: it shows that the kernel killed a process there, and the exit
        // code shows which.
        boolean killedInGroup = step.evidence().serverTraces().oomKills().isAtLeast(1);
        if (kernel.isEmpty() && !killedInGroup && !groupFull && !hostFull) {
            // Any process may have sent SIGKILL.
            return Optional.empty();
        }
        return Optional.of(memory(
                step,
                kernel.isPresent() || killedInGroup ? Confidence.HIGH : Confidence.MEDIUM,
                (unseen ? "server was killed" : "server was killed (signal 9)")
                        + " at %s resident, cgroup limit %s, oom_kill of the cgroup rose by %s, %s left on the host%s"
                                .formatted(
                                        ReadingText.mebibytes(rss),
                                        limit.isUnlimited() ? "none" : ReadingText.mebibytes(limit),
                                        ReadingText.words(
                                                step.evidence().serverTraces().oomKills()),
                                        ReadingText.mebibytes(left),
                                        kernel.map(found -> "; kernel: " + found.line())
                                                .orElse(""))));
    }

    private static Optional<Attribution> endedAtNamedLimit(FailedStep step) {
        Optional<LogFinding> cause = step.evidence().serverTraces().log().stream()
                .filter(found -> FATAL_FACTORS.contains(found.factor()))
                .findFirst();
        return cause.map(found -> switch (found.factor()) {
            case SERVER_NATIVE_THREADS ->
                NativeThreadLimit.attribution(
                        step, Confidence.HIGH, exitInWords(step) + "; " + ReportedRefusals.quote(found));
            case SERVER_HEAP ->
                JvmMemoryLimits.heap(step, Confidence.HIGH, exitInWords(step) + "; " + ReportedRefusals.quote(found));
            case SERVER_DIRECT_MEMORY ->
                JvmMemoryLimits.direct(step, Confidence.HIGH, exitInWords(step) + "; " + ReportedRefusals.quote(found));
            default -> throw new IllegalStateException("a fatal limit has no case here: " + found.factor());
        });
    }

    // Detects that the kernel refused a mapping, after which the JVM ends: there were too many mappings, or no memory
    // was left.
    private static Optional<Attribution> refusedMemory(FailedStep step) {
        return step.finding(LimitingFactor.SERVER_MEMORY).map(found -> {
            String evidence = exitInWords(step) + "; " + ReportedRefusals.quote(found);
            return NativeThreadLimit.isAtMapLimit(step)
                    ? NativeThreadLimit.attribution(step, Confidence.MEDIUM, evidence)
                    : memory(step, Confidence.MEDIUM, evidence);
        });
    }

    private static Optional<Attribution> crashed(FailedStep step) {
        int signal = step.evidence().serverTraces().exitCode().orElse(0) - SIGNALLED;
        Optional<LogFinding> words = step.finding(LimitingFactor.SERVER_CRASH);
        if (!step.evidence().serverTraces().crashFile() && words.isEmpty() && !CRASH_SIGNALS.containsKey(signal)) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_CRASH,
                Confidence.HIGH,
                "%s, %s%s"
                        .formatted(
                                exitInWords(step),
                                step.evidence().serverTraces().crashFile()
                                        ? "it left an hs_err file"
                                        : "it left no hs_err file",
                                words.map(found -> "; " + ReportedRefusals.quote(found))
                                        .orElse("")),
                "read the hs_err file; try another build of the JDK"));
    }

    private static String exitInWords(FailedStep step) {
        if (step.evidence().serverTraces().exitCode().isEmpty()) {
            return "server is crashing";
        }
        int code = step.evidence().serverTraces().exitCode().getAsInt();
        if (code == Evidence.UNSEEN_EXIT_CODE) {
            return "server is gone";
        }
        String signal = CRASH_SIGNALS.get(code - SIGNALLED);
        return "server ended with exit code %d%s".formatted(code, signal == null ? "" : " (" + signal + ")");
    }

    static Attribution memory(FailedStep step, Confidence confidence, String evidence) {
        return new Attribution(
                LimitingFactor.SERVER_MEMORY,
                confidence,
                evidence,
                "give the server's cgroup or host more memory, or lower -Xmx (now %s) and -Xss"
                        .formatted(ReadingText.mebibytes(heapMax(step))));
    }

    private static Limit heapMax(FailedStep step) {
        Limit configured = step.evidence().scenario().jvm().heapMaxBytes();
        return configured.orElse(0) > 0 ? configured : step.limit(ServerReading::heapMaxBytes);
    }
}
