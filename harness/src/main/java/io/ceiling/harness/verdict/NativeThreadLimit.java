package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Confidence;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Plural;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.ThreadRoom;
import io.ceiling.harness.model.ThreadRoom.Use;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The operating system gave the JVM no further thread.
 *
 * <p>Notes. The JVM prints the same words whichever limit it was (EAGAIN of clone, or of the mmap of the stack before it), so
 * each limit is held against what counts for it: mappings of the process, threads of the host, numbers of the pid namespace,
 * processes and threads of the cgroup or of the user. The one whose count stands at it is named, or whose counter of refusals
 * rose; two that do are both named; if none does, it is not known, whichever is the closest.
 */
final class NativeThreadLimit {

    /** Between the refusal and the count some have ended, and others of the host have come and gone. */
    private static final double AT = 0.98;

    private static final int FEW = 8;

    /**
     * One limit.
     *
     * @param counted what the count is of
     * @param ended threads of the server that were there at its peak and are no longer counted
     * @param refused how often it refused, if the kernel counts that; else -1
     */
    private record Limit(String name, String counted, Use use, long ended, long refused) {

        boolean isMet() {
            long slack = Math.max(FEW, Math.round((1 - AT) * use.limit()));
            return use.isLimited() && (refused > 0 || use.count() + ended >= use.limit() - slack);
        }

        String inWords() {
            String now = ended > 0 ? ", %d fewer than at the server's peak".formatted(ended) : "";
            String refusals = refused > 0 ? ", it refused %d".formatted(refused) : "";
            return "%s is %d, %d %s%s%s".formatted(name, use.limit(), use.count(), counted, now, refusals);
        }
    }

    private NativeThreadLimit() {}

    static Optional<Attribution> inWords(Facts facts) {
        return Refusals.of(LimitingFactor.SERVER_NATIVE_THREADS, facts)
                .map(words -> attribution(facts, Confidence.HIGH, words));
    }

    /** Without words only if something is at a limit: a dead poller may have left no line. */
    static Optional<Attribution> byReadings(Facts facts) {
        return facts.turnedAway() && !met(facts).isEmpty()
                ? Optional.of(attribution(facts, Confidence.MEDIUM, facts.newFailuresInWords()))
                : Optional.empty();
    }

    /** Whether the server had as many mappings as it may: then the kernel refuses memory as well as threads. */
    static boolean atMapLimit(Facts facts) {
        return mappings(facts).isMet();
    }

    static Attribution attribution(Facts facts, Confidence confidence, String words) {
        long threads = peak(facts);
        List<Limit> met = met(facts);
        String cause = met.isEmpty()
                ? "which limit refused another one is not known" + seen(facts)
                : met.stream().map(Limit::inWords).collect(Collectors.joining("; and "));
        String relief = met.isEmpty()
                ? "kernel.pid_max, kernel.threads-max, vm.max_map_count, pids.max of the cgroup or ulimit -u"
                : met.stream()
                        .map(limit -> "%s (now %d)"
                                .formatted(limit.name(), limit.use().limit()))
                        .collect(Collectors.joining(" and "));
        return new Attribution(
                LimitingFactor.SERVER_NATIVE_THREADS,
                confidence,
                "%s; %s; %s"
                        .formatted(
                                threads < 0 ? "unknown number of threads" : Plural.of(threads, "thread"), cause, words),
                "raise %s, or use virtual threads".formatted(relief));
    }

    /** Of a server that ended before the first reading of the step it is the last of the step before. */
    private static long peak(Facts facts) {
        long threads = facts.peak(ServerReading::threads);
        return threads >= 0 ? threads : facts.evidence().lastPassed().server().threads();
    }

    private static String seen(Facts facts) {
        String seen = limits(facts).stream()
                .filter(limit -> limit.use().isLimited())
                .map(Limit::inWords)
                .collect(Collectors.joining(", "));
        return seen.isEmpty() ? "" : ": " + seen;
    }

    private static List<Limit> met(Facts facts) {
        return limits(facts).stream().filter(Limit::isMet).toList();
    }

    /** All of them, the one that counts its own refusals first. */
    private static List<Limit> limits(Facts facts) {
        ThreadRoom room = facts.evidence().room().threads();
        long ended = Math.max(0, peak(facts) - room.serverThreads());
        return List.of(
                new Limit(
                        "pids.max of the cgroup",
                        "processes and threads in it",
                        room.groupPids(),
                        ended,
                        room.groupRefusals() < 0 ? forksRejected(facts) : room.groupRefusals()),
                mappings(facts),
                new Limit("ulimit -u", "processes and threads of its user", room.userThreads(), ended, -1),
                new Limit("kernel.pid_max", "numbers of its pid namespace taken", room.processNumbers(), ended, -1),
                new Limit("kernel.threads-max", "threads on the host", room.hostThreads(), ended, -1));
    }

    /** Those of threads that have ended stay for a while, or were counted before. */
    private static Limit mappings(Facts facts) {
        return new Limit(
                "vm.max_map_count",
                "mappings of the server",
                facts.evidence().room().threads().mappings(),
                0,
                -1);
    }

    /** The kernel's message comes once for each group, also where it keeps no count. */
    private static long forksRejected(Facts facts) {
        return facts.evidence().process().log().stream()
                .filter(finding -> finding.line().contains(LogScanner.FORK_REJECTED))
                .count();
    }
}
