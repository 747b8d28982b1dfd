package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Optional;

/** Rows of requests and connections that were refused: for their pace, before the listening socket, or by the server. */
final class RefusalEvidenceRows {

    private static final String BUSY = "expected status 2xx, got: HTTP/1.1 503 Service Unavailable";

    private static final String TOO_MANY = "expected status 2xx, got: HTTP/1.1 429 Too Many Requests";

    private RefusalEvidenceRows() {}

    static List<Row> refusals() {
        return List.of(
                is(LimitingFactor.RATE_LIMIT, "a single client was refused, and a slow pace is served", e -> {
                    e.fails(FailureCause.UNEXPECTED_STATUS, 200, BUSY);
                    e.beyond = paced(100, 40, Optional.of(new Pacing.Calm(1_000, 50, "")));
                }),
                is(
                        LimitingFactor.RATE_LIMIT,
                        "a single client was refused, at so low a rate that no control ends",
                        e -> {
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                            e.beyond = paced(0, 400, Optional.empty());
                        }),
                looksLike(
                        LimitingFactor.RATE_LIMIT,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "a single client is refused as seldom as others",
                        e -> {
                            e.fails(FailureCause.UNEXPECTED_STATUS, 200, BUSY);
                            e.beyond = paced(990, 3, Optional.empty());
                        }),
                looksLike(
                        LimitingFactor.RATE_LIMIT,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "a single client is served, and many at a slow pace are not",
                        e -> {
                            e.fails(FailureCause.UNEXPECTED_STATUS, 200, BUSY);
                            e.beyond = paced(1_000, 0, Optional.of(new Pacing.Calm(1_000, 200, "refused")));
                        }),
                is(LimitingFactor.RATE_LIMIT, "429 comes when a request has taken all of its time", e -> {
                    LawEvidenceRows.serves23AndRefuses(100, e);
                    e.refusedAfterNanos = 480_000_000;
                    e.fails(FailureCause.UNEXPECTED_STATUS, 100, TOO_MANY);
                }),
                looksLike(
                        LimitingFactor.RATE_LIMIT,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "503 comes when a request has taken all of its time",
                        e -> {
                            LawEvidenceRows.serves23AndRefuses(5_000, e);
                            e.refusedAfterNanos = 480_000_000;
                            e.fails(FailureCause.UNEXPECTED_STATUS, 100, BUSY);
                        }),
                is(
                        LimitingFactor.REFUSED_BY_SERVER,
                        "the server answers 503",
                        e -> e.fails(FailureCause.UNEXPECTED_STATUS, 200, BUSY)),
                is(
                        LimitingFactor.REFUSED_BY_SERVER,
                        "forty wait for seven workers, and all others are answered 503 at once",
                        e -> {
                            LawEvidenceRows.refusesBeforeAQueueOf40(e);
                            e.fails(FailureCause.UNEXPECTED_STATUS, 277, BUSY);
                        }),
                looksLike(
                        LimitingFactor.APPLICATION_LOCK,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "more and more are served, and wait for a lock that those pass, too, who are refused behind it",
                        e -> {
                            StationEvidenceRows.waitForALock(25, 31, e);
                            e.fails(FailureCause.UNEXPECTED_STATUS, 277, BUSY);
                        }),
                is(LimitingFactor.REFUSED_BY_SERVER, "23 are served at once, and all others are answered 503", e -> {
                    LawEvidenceRows.serves23AndRefuses(5_000, e);
                    e.fails(FailureCause.UNEXPECTED_STATUS, 277, BUSY);
                }),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "23 are served at once, and one of those that wait is answered 503",
                        e -> {
                            LawEvidenceRows.serves23AndRefuses(1, e);
                            e.fails(FailureCause.UNEXPECTED_STATUS, 1, BUSY);
                        }),
                is(
                        LimitingFactor.REFUSED_BY_SERVER,
                        "it accepts and closes",
                        e -> e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200)),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.SERVER_CRASH,
                        "a worker process ended, and another one took its place",
                        e -> {
                            e.workers = new long[] {4712, 4713};
                            e.workersAtEnd = new long[] {4712, 4714};
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                        }),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.SERVER_MEMORY,
                        "a worker process was killed for its memory",
                        e -> {
                            e.workers = new long[] {4712, 4713};
                            e.workersAtEnd = new long[] {4712};
                            e.oomKills = Seen.of(1);
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                        }),
                looksLike(
                        LimitingFactor.SERVER_CRASH,
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        "a worker process that has nothing to do after an idle time-out ended",
                        e -> {
                            e.workers = new long[] {4712, 4713};
                            e.workersAtEnd = new long[] {4712};
                            e.closeMinAge = 5 * EvidenceValues.SECOND;
                            e.closeMaxAge = 6 * EvidenceValues.SECOND;
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                        }),
                looksLike(
                        LimitingFactor.SERVER_CRASH,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "an idle worker process ended, and the server answers 503",
                        e -> {
                            e.workers = new long[] {4712, 4713};
                            e.workersAtEnd = new long[] {4712};
                            e.fails(FailureCause.UNEXPECTED_STATUS, 200, BUSY);
                        }),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "it closes for want of descriptors",
                        e -> {
                            e.descriptors = e.maxDescriptors = 1024;
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                        }),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.ACCEPT_QUEUE,
                        "a full listen queue resets what it cannot take",
                        e -> {
                            e.listenBacklog = 100;
                            e.listenWaiting = 101;
                            e.overflows = e.embryonicResets = 40;
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                        }),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.ACCEPT_QUEUE,
                        "a listen queue that was full between two readings resets what it cannot take",
                        e -> {
                            e.listenBacklog = 100;
                            e.listenWaiting = 3;
                            e.overflows = e.embryonicResets = 200;
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                        }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "the server closes, and the queue of a neighbour resets a few others",
                        e -> {
                            e.listenBacklog = 100;
                            e.listenWaiting = 3;
                            e.overflows = e.embryonicResets = 40;
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                        }),
                is(LimitingFactor.BEFORE_LISTENER, "a RST in place of a connection, and the queue is empty", e -> {
                    room(e);
                    e.fails(FailureCause.CONNECT_REFUSED, 200);
                }),
                is(LimitingFactor.BEFORE_LISTENER, "no answer to connects, and the queue is empty", e -> {
                    room(e);
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                is(
                        LimitingFactor.BEFORE_LISTENER,
                        "a firewall drops what is beyond a number, before a server of which only the queue is seen",
                        e -> {
                            e.ofTarget(true);
                            room(e);
                            e.listenWaiting = 0;
                            e.synRetransmits = 200;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.BEFORE_LISTENER,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "the server has closed its port",
                        e -> {
                            e.listenWaiting = -1;
                            e.fails(FailureCause.CONNECT_REFUSED, 200);
                        }),
                looksLike(
                        LimitingFactor.BEFORE_LISTENER,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "the server opens its port again only at the end",
                        e -> {
                            room(e);
                            e.listensFrom = 2;
                            e.fails(FailureCause.CONNECT_REFUSED, 200);
                        }),
                looksLike(
                        LimitingFactor.REFUSED_BY_SERVER,
                        LimitingFactor.UNKNOWN,
                        "nobody sees whether a server that refuses connects is still there",
                        e -> {
                            e.ofTarget(false);
                            e.listenWaiting = -1;
                            e.fails(FailureCause.CONNECT_REFUSED, 200);
                        }),
                looksLike(
                        LimitingFactor.BEFORE_LISTENER,
                        LimitingFactor.CONNTRACK_TABLE,
                        "the table of tracked connections is full",
                        e -> {
                            room(e);
                            e.conntrackMax = e.conntrack = 1000;
                            e.conntrackDrops = 30;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }));
    }

    private static void room(EvidenceBuilder e) {
        e.acceptCount = Limit.of(100);
        e.listenBacklog = 100;
        e.listenWaiting = 1;
        e.overflows = e.drops = 0;
    }

    /** A single client that asks for 1 ms, with that many answers a second. */
    static Diagnosis paced(double perSecond, long refused, Optional<Pacing.Calm> calm) {
        Pacing.Lone lone = new Pacing.Lone(
                0.001, 200, perSecond, refused == 0 ? LoadLevel.Refused.NONE : new LoadLevel.Refused(refused, BUSY));
        return Diagnosis.NONE.with(new Pacing(Optional.of(lone), calm));
    }
}
