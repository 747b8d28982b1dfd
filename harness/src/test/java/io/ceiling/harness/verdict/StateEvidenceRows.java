package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Occupants.CountedResource;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.load.report.FailureCause;
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

    private static final EvidenceBuilder.Fact REFUSED = e -> e.fails(
            FailureCause.UNEXPECTED_STATUS, 200, "expected status 2xx, got: HTTP/1.1 500 Internal Server Error");

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
                        LimitingFactor.USER_LIMIT,
                        "each connection has an inotify instance, and an error is answered in place of one more",
                        both(REFUSED, e -> e.occupants = using(CountedResource.INOTIFY_INSTANCES, 802, 810, 810))),
                is(
                        LimitingFactor.USER_LIMIT,
                        "nearly as many are watched with epoll as may be, a few are freed at each moment",
                        both(TIMED_OUT, e -> e.occupants = using(CountedResource.EPOLL_WATCHES, 990, 1_990, 2_000))),
                looksLike(
                        LimitingFactor.USER_LIMIT,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "other programs of the user have used them up",
                        both(REFUSED, e -> e.occupants = using(CountedResource.INOTIFY_INSTANCES, 2, 128, 128))),
                looksLike(
                        LimitingFactor.USER_LIMIT,
                        LimitingFactor.UNKNOWN,
                        "half as many are watched as may be",
                        both(TIMED_OUT, e -> e.occupants = using(CountedResource.EPOLL_WATCHES, 800, 1_000, 2_000))),
                is(
                        LimitingFactor.UNIX_QUEUE,
                        "under load one more than its length waits, and 502 is answered",
                        both(REFUSED, e -> e.occupants = using(CountedResource.UNIX_QUEUE, 101, 101, 100))),
                is(
                        LimitingFactor.UNIX_QUEUE,
                        "some were accepted at that moment",
                        both(REFUSED, e -> e.occupants = using(CountedResource.UNIX_QUEUE, 92, 92, 100))),
                looksLike(
                        LimitingFactor.UNIX_QUEUE,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "it has room",
                        both(REFUSED, e -> e.occupants = using(CountedResource.UNIX_QUEUE, 40, 40, 100))),
                looksLike(
                        LimitingFactor.UNIX_QUEUE,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "it was as full without load: another server has hung for long",
                        both(REFUSED, e -> {
                            Occupants idle = using(CountedResource.UNIX_QUEUE, 101, 101, 100);
                            e.occupants = idle.with(Occupants.since(idle.counted(), idle.counted()));
                        })));
    }

    private static void acceptsNoMoreThan(long accepted, EvidenceBuilder e) {
        e.ofTarget(true);
        e.listenBacklog = 4096;
        e.listenWaiting = 200;
        e.listenWaitingSamples = 3;
        Occupants.Sockets sockets =
                new Occupants.Sockets(Seen.of(accepted), Seen.of(200), Seen.of(0), Seen.of(0), Seen.of(0), true);
        e.occupants = new Occupants(sockets, List.of(), List.of());
    }

    private static Occupants using(CountedResource resource, long own, long used, long most) {
        String of = resource == CountedResource.UNIX_QUEUE ? "/run/app.sock" : "";
        return new Occupants(
                Occupants.Sockets.NOT_SEEN,
                List.of(),
                List.of(new Occupants.CountedUse(resource, of, own, used, Limit.of(most))));
    }
}
