package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Detects that the operating system refused the JVM another thread.
 *
 * <p>Notes. The JVM prints the same message whichever limit refused (EAGAIN of clone, or of the mmap of the stack
 * before it), so each limit is compared with its own count: mappings of the process, threads of the host, numbers of
 * the pid namespace, processes and threads of the cgroup or of the user. A limit is named if its count has reached it
 * or its counter of refusals rose; two such limits are both named. If there is none, the limit is not known, even if
 * one is close.
 */
final class NativeThreadLimit {

    // Share of a limit at which it counts as reached: between the refusal and the count, threads of the server or of
    // other processes have started and ended.
    private static final double REACHED_SHARE = 0.98;

    private static final int MIN_SLACK = 8;

    private record ThreadLimit(String name, String unit, ThreadUse use, long endedThreads, long refusalCount) {

        boolean isReached() {
            return isFull() || (use.headroom().isPresent() && refusalCount > 0);
        }

        boolean isFull() {
            long slack = Math.max(
                    MIN_SLACK, Math.round((1 - REACHED_SHARE) * use.limit().orElse(0)));
            return use.headroom().isPresent() && use.headroom().getAsLong() - endedThreads <= slack;
        }

        String inWords() {
            String now = endedThreads > 0 ? ", %d fewer than at the server's peak".formatted(endedThreads) : "";
            String refusals = refusalCount > 0 ? ", it refused %d".formatted(refusalCount) : "";
            return "%s is %s, %s %s%s%s".formatted(name, use.limit(), use.count(), unit, now, refusals);
        }
    }

    private NativeThreadLimit() {}

    static Optional<Attribution> byMessage(FailedStep step) {
        return ReportedRefusals.of(LimitingFactor.SERVER_NATIVE_THREADS, step)
                .map(words -> attribution(step, Confidence.HIGH, words));
    }

    /**
     * Without a message, a thread limit is named only if a count has reached it: a poller thread that died may have
     * left no line in the log. A refusal that a cgroup counted may be that of another process in it.
     */
    static Optional<Attribution> byReadings(FailedStep step) {
        return step.hasTurnedAway() && limits(step).stream().anyMatch(ThreadLimit::isFull)
                ? Optional.of(attribution(step, Confidence.MEDIUM, step.newFailuresInWords()))
                : Optional.empty();
    }

    /**
     * Returns true if the server had as many mappings as it may have; the kernel then refuses memory as well as
     * threads.
     */
    static boolean isAtMapLimit(FailedStep step) {
        return mappings(step).isReached();
    }

    static Attribution attribution(FailedStep step, Confidence confidence, String words) {
        Observation threads = peak(step);
        List<ThreadLimit> met = reachedLimits(step);
        String cause = met.isEmpty()
                ? "it is unknown which limit refused another thread" + seen(step)
                : met.stream().map(ThreadLimit::inWords).collect(Collectors.joining("; and "));
        String relief = met.isEmpty()
                ? "kernel.pid_max, kernel.threads-max, vm.max_map_count, pids.max of the cgroup or ulimit -u"
                : met.stream()
                        .map(limit -> "%s (now %s)"
                                .formatted(limit.name(), limit.use().limit()))
                        .collect(Collectors.joining(" and "));
        return new Attribution(
                LimitingFactor.SERVER_NATIVE_THREADS,
                confidence,
                "%s; %s; %s".formatted(ReadingText.counted(threads, "thread"), cause, words),
                "raise %s, or use virtual threads".formatted(relief));
    }

    // Returns the peak number of threads; if the server ended before the first reading of the step, that of the step
    // before.
    private static Observation peak(FailedStep step) {
        Observation threads = step.peak(ServerReading::threads);
        return threads.isSeen()
                ? threads
                : step.evidence().lastPassed().server().threads();
    }

    private static String seen(FailedStep step) {
        String seen = limits(step).stream()
                .filter(limit -> limit.use().isLimited())
                .map(ThreadLimit::inWords)
                .collect(Collectors.joining(", "));
        return seen.isEmpty() ? "" : ": " + seen;
    }

    private static List<ThreadLimit> reachedLimits(FailedStep step) {
        return limits(step).stream().filter(ThreadLimit::isReached).toList();
    }

    private static List<ThreadLimit> limits(FailedStep step) {
        ThreadHeadroom room = step.evidence().processLimits().threads();
        long ended = Math.max(0, peak(step).orElse(0) - room.serverThreads());
        return List.of(
                new ThreadLimit(
                        "pids.max of the cgroup",
                        "processes and threads in it",
                        room.groupPids(),
                        ended,
                        room.groupRefusals().value().orElseGet(() -> forksRejected(step))),
                mappings(step),
                new ThreadLimit("ulimit -u", "processes and threads of its user", room.userThreads(), ended, 0),
                new ThreadLimit("kernel.pid_max", "numbers of its pid namespace taken", room.usedPids(), ended, 0),
                new ThreadLimit("kernel.threads-max", "threads on the host", room.hostThreads(), ended, 0));
    }

    // Threads that have ended are not added: their mappings remain for a while, or were counted before.
    private static ThreadLimit mappings(FailedStep step) {
        return new ThreadLimit(
                "vm.max_map_count",
                "mappings of the server",
                step.evidence().processLimits().threads().mappings(),
                0,
                0);
    }

    // Counts the kernel's messages about rejected forks, which appear once for each cgroup even where there is no
    // counter.
    private static long forksRejected(FailedStep step) {
        return step.evidence().serverTraces().log().stream()
                .filter(LogScanner::isForkRejected)
                .count();
    }
}
