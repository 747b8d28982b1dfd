package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Confidence;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.ServerReading;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The operating system gave the JVM no further thread.
 *
 * <p>Notes. The JVM prints the same words whichever limit it was, so the limit that the number of threads comes closest to is
 * named. max_map_count counts mappings, of which a thread takes two; the JVM itself has some hundreds.
 */
final class NativeThreadLimit {

    private static final int MAPPINGS_PER_THREAD = 2;
    private static final double NEAR = 0.9;
    private static final double AT = 0.98;

    /** A kernel limit in threads. */
    private record Ceiling(String name, long configured, long threads) {}

    private NativeThreadLimit() {}

    static Optional<Attribution> inWords(Facts facts) {
        return Refusals.of(LimitingFactor.SERVER_NATIVE_THREADS, facts)
                .map(words -> attribution(facts, Confidence.HIGH, words));
    }

    /** Without words only if the process is at a limit: a dead poller may have left no line. */
    static Optional<Attribution> byReadings(Facts facts) {
        return facts.turnedAway() && share(facts, closest(facts)) >= AT
                ? Optional.of(attribution(facts, Confidence.MEDIUM, facts.newFailuresInWords()))
                : Optional.empty();
    }

    static boolean nearMapLimit(Facts facts) {
        long maps = facts.evidence().limits().maxMapCount();
        return maps > 0 && facts.peak(ServerReading::threads) * MAPPINGS_PER_THREAD >= NEAR * maps;
    }

    static Attribution attribution(Facts facts, Confidence confidence, String words) {
        long threads = facts.peak(ServerReading::threads);
        Optional<Ceiling> closest = closest(facts);
        String cause;
        String relief;
        if (forkRejected(facts)) {
            cause = "the kernel says that the cgroup's pids.max (%d) refused it"
                    .formatted(facts.evidence().limits().cgroupPids());
            relief = "raise pids.max of the server's cgroup";
        } else if (share(facts, closest) >= NEAR) {
            Ceiling ceiling = closest.orElseThrow();
            cause = "%s is %d".formatted(ceiling.name(), ceiling.configured());
            relief = "raise %s (now %d)".formatted(ceiling.name(), ceiling.configured());
        } else {
            cause = closest.map(ceiling -> "which limit it was is not known, %s (%d) is the closest"
                            .formatted(ceiling.name(), ceiling.configured()))
                    .orElse("which limit it was is not known");
            relief = "raise kernel.pid_max, kernel.threads-max, vm.max_map_count, pids.max of the cgroup or ulimit -u";
        }
        return new Attribution(
                LimitingFactor.SERVER_NATIVE_THREADS,
                confidence,
                "%s threads, %s; %s"
                        .formatted(threads < 0 ? "unknown number of" : Long.toString(threads), cause, words),
                relief + ", or use virtual threads");
    }

    private static boolean forkRejected(Facts facts) {
        return facts.evidence().log().stream()
                .anyMatch(finding -> finding.line().contains("fork rejected by pids controller"));
    }

    private static double share(Facts facts, Optional<Ceiling> ceiling) {
        long threads = facts.peak(ServerReading::threads);
        return ceiling.map(limit -> (double) threads / limit.threads()).orElse(-1.0);
    }

    private static Optional<Ceiling> closest(Facts facts) {
        HostLimits limits = facts.evidence().limits();
        return List.of(
                        new Ceiling("kernel.pid_max", limits.pidMax(), limits.pidMax()),
                        new Ceiling("kernel.threads-max", limits.threadsMax(), limits.threadsMax()),
                        new Ceiling(
                                "vm.max_map_count", limits.maxMapCount(), limits.maxMapCount() / MAPPINGS_PER_THREAD),
                        new Ceiling("pids.max of the cgroup", limits.cgroupPids(), limits.cgroupPids()),
                        new Ceiling("ulimit -u", limits.nproc(), limits.nproc()))
                .stream()
                .filter(ceiling -> ceiling.threads() > 0)
                .min(Comparator.comparingLong(Ceiling::threads));
    }
}
