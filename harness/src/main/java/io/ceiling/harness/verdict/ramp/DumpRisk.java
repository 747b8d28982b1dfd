package io.ceiling.harness.verdict.ramp;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;
import java.util.Optional;

/** Decides whether a thread dump would disturb a server that is at the edge already. Pure functions. */
public final class DumpRisk {

    // Heap that a dump takes for each thread, with a reserve: measured in docs/probe.md.
    private static final long BYTES_PER_THREAD = 128 << 10;

    // Threads that are looked at, at most.
    private static final long MAX_THREADS = 300;

    // Connections up to which virtual threads are written to a file: each may have one.
    private static final long MAX_CONNECTIONS = 20_000;

    // Most threads of a JVM that prints, or writes to a file, all of them: neither has a limit of its own.
    private static final long MAX_PRINTED = 5_000;

    // Servers of one scenario, beyond which the dumps of all would take too long.
    private static final int MAX_SERVERS = 8;

    private DumpRisk() {}

    /**
     * Returns why no dump should be taken; empty if one may.
     *
     * @param now reading of the server
     * @param log what its log says
     * @param servers number of servers of the scenario
     * @param printsAll true if the JVM can only print all of its threads
     */
    public static Optional<String> of(ServerReading now, List<LogFinding> log, int servers, boolean printsAll) {
        if (servers > MAX_SERVERS) {
            return Optional.of("no thread dump of more than %d servers".formatted(MAX_SERVERS));
        }
        if (printsAll && now.threads().isAtLeast(MAX_PRINTED + 1)) {
            return Optional.of(
                    "no thread dump of %s threads, all of which the JVM would print".formatted(now.threads()));
        }
        Optional<LogFinding> named = log.stream()
                .filter(finding -> finding.factor().family() == LimitingFactor.Family.MEMORY
                        || finding.factor() == LimitingFactor.SERVER_NATIVE_THREADS)
                .findFirst();
        if (named.isPresent()) {
            return named.map(finding -> "no thread dump of a server whose log names %s"
                    .formatted(finding.factor().label()));
        }
        Limit max = now.heapMaxBytes();
        Observation used = now.heapUsedBytes();
        long neededBytes =
                BYTES_PER_THREAD * Math.min(MAX_THREADS, now.threads().orElse(0));
        return max.isNumber() && used.isSeen() && max.orElse(0) - used.orElse(0) < neededBytes
                ? Optional.of("no thread dump of a server with %s of its heap left"
                        .formatted(ReadingText.mebibytes(Observation.of(max.orElse(0) - used.orElse(0)))))
                : Optional.empty();
    }

    /**
     * Returns true if the server has few enough connections for a file with all virtual threads, which also has all
     * other threads. A server that does not report its connections has no more than descriptors.
     */
    public static boolean virtualThreadsFit(ServerReading now) {
        Observation most = now.connections().isSeen() ? now.connections() : now.openDescriptors();
        return most.isSeen()
                && most.orElse(0) <= MAX_CONNECTIONS
                && now.threads().orElse(0) <= MAX_PRINTED;
    }
}
