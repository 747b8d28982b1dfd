package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import java.time.Duration;
import java.util.List;

/** Rows of servers that serve nobody without load either, and of what takes the places of a server. */
final class StateEvidenceRows {

    static final LoneConnection STUCK = new LoneConnection(
            LoneConnection.ConnectionOutcome.STUCK,
            Duration.ofSeconds(20),
            "no answer",
            "200 threads exec-* in App.gate",
            Occupants.NOT_SEEN);

    private StateEvidenceRows() {}

    static List<Row> states() {
        return List.of(
                is(
                        LimitingFactor.SERVER_STUCK,
                        "nothing is full, and one connection is not served without load",
                        both(TIMED_OUT, e -> e.alone = STUCK)),
                is(
                        LimitingFactor.SERVER_STUCK,
                        "its table of connections is full, and stays so without load",
                        both(TIMED_OUT, e -> {
                            e.connections = e.maxConnections = 800;
                            e.alone = STUCK;
                        })),
                looksLike(
                        LimitingFactor.SERVER_STUCK,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "its table of connections is full, and one connection is served without load",
                        both(TIMED_OUT, e -> {
                            e.connections = e.maxConnections = 800;
                            e.alone = LoneConnection.served();
                        })),
                looksLike(
                        LimitingFactor.SERVER_STUCK,
                        LimitingFactor.SERVER_HEAP,
                        "its heap was full, which a server does not survive unharmed",
                        both(TIMED_OUT, e -> {
                            e.logs("java.lang.OutOfMemoryError: Java heap space");
                            e.alone = STUCK;
                        })),
                is(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "it keeps those that it serves, and others stay in its listen queue",
                        both(TIMED_OUT, e -> acceptsNoMoreThan(800, e))),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.UNKNOWN,
                        "it serves one after the other, and those that wait stay in its listen queue",
                        both(TIMED_OUT, e -> acceptsNoMoreThan(40, e))),
                is(
                        LimitingFactor.EPOLL_WATCHES,
                        "as many as the kernel allows",
                        both(TIMED_OUT, e -> e.occupants = watching(Seen.of(2_000)))),
                is(
                        LimitingFactor.EPOLL_WATCHES,
                        "nearly as many: a few are freed at each moment",
                        both(TIMED_OUT, e -> e.occupants = watching(Seen.of(1_990)))),
                looksLike(
                        LimitingFactor.EPOLL_WATCHES,
                        LimitingFactor.UNKNOWN,
                        "half as many",
                        both(TIMED_OUT, e -> e.occupants = watching(Seen.of(1_000)))),
                looksLike(
                        LimitingFactor.EPOLL_WATCHES,
                        LimitingFactor.UNKNOWN,
                        "too few to be counted",
                        both(TIMED_OUT, e -> e.occupants = watching(Seen.NOT))));
    }

    private static void acceptsNoMoreThan(long accepted, EvidenceBuilder e) {
        e.ofTarget(true);
        e.listenBacklog = 4096;
        e.listenWaiting = 200;
        e.listenWaitingSamples = 3;
        Occupants.Sockets sockets =
                new Occupants.Sockets(Seen.of(accepted), Seen.of(200), Seen.of(0), Seen.of(0), Seen.of(0), true);
        e.occupants = new Occupants(sockets, List.of(), Occupants.Watches.NOT_SEEN);
    }

    private static Occupants watching(Seen used) {
        return new Occupants(Occupants.Sockets.NOT_SEEN, List.of(), new Occupants.Watches(used, Limit.of(2_000)));
    }
}
