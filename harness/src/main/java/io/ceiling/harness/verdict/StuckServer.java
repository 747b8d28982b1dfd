package io.ceiling.harness.verdict;

import static io.ceiling.harness.scenario.LimitingFactor.ACCEPT_QUEUE;
import static io.ceiling.harness.scenario.LimitingFactor.APPLICATION_LOCK;
import static io.ceiling.harness.scenario.LimitingFactor.APPLICATION_POOL;
import static io.ceiling.harness.scenario.LimitingFactor.CONCURRENCY_LIMIT;
import static io.ceiling.harness.scenario.LimitingFactor.HOST_CPU;
import static io.ceiling.harness.scenario.LimitingFactor.LOAD_CPU;
import static io.ceiling.harness.scenario.LimitingFactor.PINNED_CARRIERS;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_UPSTREAM;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_CPU;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_FILE_DESCRIPTORS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_MAX_CONNECTIONS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_STUCK;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_THREADS;
import static io.ceiling.harness.scenario.LimitingFactor.UNKNOWN;
import static io.ceiling.harness.scenario.LimitingFactor.UPSTREAM;

import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Detects a stuck server: without load, it does not serve a single connection either. A full limit is then a state of
 * the server, and no number of connections that it can hold: a deadlock, permits or members of a pool that are never
 * given back, connections that are never closed, an acceptor that has ended. Pure functions.
 */
public final class StuckServer {

    // Limits that a stuck server seems to have. Not full heap or memory: they harm a server, and are the cause.
    private static final Set<LimitingFactor> STUCK_FACTORS = EnumSet.of(
            UNKNOWN,
            SERVER_THREADS,
            APPLICATION_POOL,
            APPLICATION_LOCK,
            UPSTREAM,
            PINNED_CARRIERS,
            CONCURRENCY_LIMIT,
            SERVER_MAX_CONNECTIONS,
            SERVER_FILE_DESCRIPTORS,
            ACCEPT_QUEUE,
            SERVER_CPU,
            PROXY_UPSTREAM,
            // A load agent that was late, or a busy host, does not keep one connection waiting for long.
            LOAD_CPU,
            HOST_CPU);

    private static final int MAX_PLACES = 3;

    private static final int MAX_SILENT = 10;

    private StuckServer() {}

    /** Returns true if a server at that limit may be stuck, so that one connection without other load is worth a try. */
    public static boolean isPossible(LimitingFactor factor) {
        return STUCK_FACTORS.contains(factor);
    }

    /**
     * Returns the attribution to a stuck server, with that limit in its evidence; the limit itself if it is not stuck.
     */
    static Attribution replaceIfStuck(Attribution limit, FailedStep step) {
        LoneConnection alone = step.evidence().processLimits().loneConnection();
        if (!alone.isStuck() || !isPossible(limit.factor())) {
            return limit;
        }
        Occupants.Sockets sockets = alone.occupants().sockets();
        // One more is the connection that waits.
        long foreign = sockets.accepted().orElse(0) - sockets.fromHarness().orElse(0) - 1;
        String state = Stream.of(
                        Occupancy.writers(alone.occupants()).stream(),
                        Stream.of(alone.places(), notAccepted(sockets)),
                        Occupancy.words(sockets, foreign).stream())
                .flatMap(words -> words)
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
        return new Attribution(
                SERVER_STUCK,
                state.isEmpty() ? Confidence.MEDIUM : Confidence.HIGH,
                "without load, too, it serves nobody%s; one connection waited for %.0f s (%s), and nothing changed; at %d %s it looked like %s: %s"
                        .formatted(
                                state.isEmpty() ? "" : ": " + state,
                                alone.idleTime().toMillis() / 1e3,
                                alone.failure(),
                                step.evidence().failed().target(),
                                step.evidence().scenario().work().inFlight().isPresent() ? "in flight" : "connections",
                                limit.factor().label(),
                                limit.evidence()),
                "find why it does not recover, which is no matter of size; then start it anew and measure again");
    }

    /**
     * Returns why a server does not answer a request without other load: a write to a pipe that nobody reads, or a
     * deadlock; empty if neither is seen, as if the request merely takes long.
     */
    public static Optional<String> stuckReason(Occupants occupants, ThreadsByPlace crowd, String deadlock) {
        List<String> writers = occupants.writers().stream()
                .filter(writing -> writing.target().isOutput())
                .map(Occupancy::words)
                .toList();
        return writers.isEmpty() && deadlock.isEmpty()
                ? Optional.empty()
                : Optional.of(Stream.concat(writers.stream(), Stream.of(places(crowd, deadlock)))
                        .filter(words -> !words.isEmpty())
                        .collect(Collectors.joining(
                                "; ",
                                "without load, too, it serves nobody: ",
                                writers.isEmpty() ? "" : "; " + Occupancy.READ_IT)));
    }

    /** Returns which of several servers do not answer, and where their threads are, as a clause with a leading separator. */
    public static String silentServersClause(FailedStep step) {
        List<Evidence.SilentServer> silent = step.evidence().processLimits().silentServers();
        return silent.isEmpty()
                ? ""
                : "; %d of %d servers left connections without an answer: %s"
                        .formatted(
                                silent.size(),
                                step.evidence().scenario().instances(),
                                silent.stream()
                                        .limit(MAX_SILENT)
                                        .map(server -> "server %d (%d wait%s%s)"
                                                .formatted(
                                                        server.number(),
                                                        server.waiting(),
                                                        server.places().isEmpty() ? "" : "; ",
                                                        server.places()))
                                        .collect(Collectors.joining(", ")));
    }

    private static String notAccepted(Occupants.Sockets sockets) {
        long waiting = sockets.waiting().orElse(0);
        return waiting == 0 ? "" : "nobody accepts %s in its listen queue".formatted(Plural.of(waiting, "connection"));
    }

    /**
     * Returns the most frequent places of a stuck server's threads, in words: those in code of the application if there
     * are any.
     */
    public static String places(ThreadsByPlace crowd, String deadlock) {
        List<ThreadsByPlace.PlaceGroup> groups = largest(crowd, ThreadPlace::hasReason);
        List<ThreadsByPlace.PlaceGroup> shown = groups.isEmpty() ? largest(crowd, standing -> true) : groups;
        String places = shown.stream().map(StuckServer::words).collect(Collectors.joining(", "));
        return Stream.of(deadlock, places).filter(words -> !words.isEmpty()).collect(Collectors.joining("; "));
    }

    private static List<ThreadsByPlace.PlaceGroup> largest(ThreadsByPlace crowd, Predicate<ThreadPlace> which) {
        return crowd.groups().stream()
                .filter(group -> which.test(group.place()))
                .sorted(Comparator.comparingInt(ThreadsByPlace.PlaceGroup::threads)
                        .reversed()
                        .thenComparing(group -> group.place().threadName()))
                .limit(MAX_PLACES)
                .toList();
    }

    private static String words(ThreadsByPlace.PlaceGroup group) {
        return "%s %s %s"
                .formatted(
                        group.threads() == 1 ? "thread" : group.threads() + " threads",
                        group.place().threadName(),
                        group.place().inWords());
    }
}
