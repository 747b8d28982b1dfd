package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;
import static io.ceiling.harness.verdict.LawEvidenceRows.COMPUTES;
import static io.ceiling.harness.verdict.LawEvidenceRows.SERVES;
import static io.ceiling.harness.verdict.LawEvidenceRows.WAITS;
import static io.ceiling.harness.verdict.LawEvidenceRows.atFirst;
import static io.ceiling.harness.verdict.LawEvidenceRows.served;
import static io.ceiling.harness.verdict.LawEvidenceRows.unseenThreads;
import static io.ceiling.harness.verdict.PoolEvidenceRows.requestsInFlight;

import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.Standing;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import java.util.List;
import java.util.Map;

/** Rows of requests in flight with a station that is full at 500 and at 750 requests: a lock, a pool, another server. */
final class StationEvidenceRows {

    private static final Standing AT_UPSTREAM =
            new Standing("http-*", "HttpURLConnection.getInputStream", "App.call", Standing.Why.UPSTREAM);
    private static final Standing AT_LOCK =
            new Standing("http-*", "the lock of App.call", "App.call", Standing.Why.LOCK);

    private StationEvidenceRows() {}

    static List<Row> fullStations() {
        return List.of(
                is(
                        LimitingFactor.APPLICATION_LOCK,
                        "one serves, and others wait for its lock",
                        e -> waitForALock(1, 1, e)),
                is(
                        LimitingFactor.UPSTREAM,
                        "ten are answered at once by another server, and the others wait for it",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(
                                    10,
                                    10,
                                    0.1,
                                    Crowd.of(Map.of(AT_UPSTREAM, 500)),
                                    Crowd.of(Map.of(AT_UPSTREAM, 750)));
                        }),
                looksLike(
                        LimitingFactor.UPSTREAM,
                        LimitingFactor.SERVER_THREADS,
                        "all 80 request threads wait for another server, which answers each of them at once",
                        e -> {
                            requestsInFlight(e);
                            e.threads(new Stacks().requests(80, "RUNNABLE", Stacks.READS));
                            e.beyond = served(
                                    80, 80, 0.1, Crowd.of(Map.of(AT_UPSTREAM, 80)), Crowd.of(Map.of(AT_UPSTREAM, 80)));
                        }),
                is(
                        LimitingFactor.UPSTREAM,
                        "ten have a connection to another server that answers one at a time, and the others wait for one",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(
                                    1.2,
                                    1.2,
                                    0.1,
                                    Crowd.of(Map.of(AT_UPSTREAM, 10, WAITS, 490)),
                                    Crowd.of(Map.of(AT_UPSTREAM, 10, WAITS, 740)));
                        }),
                looksLike(
                        LimitingFactor.UPSTREAM,
                        LimitingFactor.APPLICATION_POOL,
                        "ten have a connection to another server that answers all ten at once",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(
                                    10,
                                    10,
                                    0.1,
                                    Crowd.of(Map.of(AT_UPSTREAM, 10, WAITS, 490)),
                                    Crowd.of(Map.of(AT_UPSTREAM, 10, WAITS, 740)));
                        }),
                is(
                        LimitingFactor.UPSTREAM,
                        "connections to another server are in use, and more of them under more load",
                        e -> {
                            calls(10, 500, 750, 1, e);
                        }),
                is(
                        LimitingFactor.UPSTREAM,
                        "all of the lower load, and all 18 connections at the higher one, await another server",
                        e -> {
                            calls(6, 16, 18, 1, e);
                        }),
                is(LimitingFactor.UPSTREAM, "twenty connections await another server, and others wait for one", e -> {
                    unseenThreads(e);
                    e.beyond = calling(
                            served(4.5, 4.5, 0.1, Crowd.of(Map.of()), Crowd.of(Map.of(WAITS, 400))), 16, 20, 1, 1);
                }),
                is(
                        LimitingFactor.UPSTREAM,
                        "a part of the load waits elsewhere, and the rest for another server",
                        e -> {
                            calls(8, 10, 20, 1, e);
                        }),
                is(LimitingFactor.UPSTREAM, "a pool that was filled before, of which the lower load uses a half", e -> {
                    unseenThreads(e);
                    e.beyond = calling(served(8, 8, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 20, 20, 0.5, 1);
                }),
                is(LimitingFactor.APPLICATION_POOL, "seven connections to another server are in use, never more", e -> {
                    calls(7, 7, 7, 1, e);
                }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "seven connections to another server are open and idle",
                        e -> {
                            calls(7, 7, 7, 0.1, e);
                        }),
                looksLike(
                        LimitingFactor.UPSTREAM,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "forty connections to another server are open and idle, while seven are served at once",
                        e -> {
                            calls(7, 40, 40, 0.1, e);
                        }),
                is(
                        LimitingFactor.APPLICATION_LOCK,
                        "after a wait all go through one lock: eleven by the law, of which nothing has eleven",
                        e -> {
                            unseenThreads(e);
                            e.beyond = atFirst(
                                    served(
                                            11,
                                            11,
                                            0.1,
                                            Crowd.of(Map.of(SERVES, 10, AT_LOCK, 489)),
                                            Crowd.of(Map.of(SERVES, 10, AT_LOCK, 739))),
                                    3);
                        }),
                is(LimitingFactor.APPLICATION_LOCK, "most wait for a lock, which fills the processors as well", e -> {
                    unseenThreads(e);
                    e.beyond = served(
                            4,
                            4,
                            1.9,
                            Crowd.of(Map.of(AT_LOCK, 400, SERVES, 4)),
                            Crowd.of(Map.of(AT_LOCK, 650, SERVES, 4)));
                }),
                is(
                        LimitingFactor.APPLICATION_LOCK,
                        "most wait for a lock of a server that is still being compiled",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(
                                    3,
                                    7,
                                    1.5,
                                    Crowd.of(Map.of(AT_LOCK, 400, SERVES, 4)),
                                    Crowd.of(Map.of(AT_LOCK, 650, SERVES, 4)));
                        }),
                looksLike(
                        LimitingFactor.APPLICATION_LOCK,
                        LimitingFactor.SERVER_CPU,
                        "processors are full, and some of those that wait for one stand at a lock",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(
                                    4,
                                    4,
                                    1.9,
                                    Crowd.of(Map.of(COMPUTES, 400, AT_LOCK, 99)),
                                    Crowd.of(Map.of(COMPUTES, 500, AT_LOCK, 249)));
                        }));
    }

    /** The more come, the more wait for a lock. */
    static void waitForALock(double served, double servedOfMore, EvidenceBuilder e) {
        unseenThreads(e);
        e.beyond = served(
                served,
                servedOfMore,
                0.1,
                Crowd.of(Map.of(SERVES, 1, AT_LOCK, 499)),
                Crowd.of(Map.of(SERVES, 1, AT_LOCK, 749)));
    }

    /** So many are served at once at both levels, with that many connections to another server at each. */
    private static void calls(double served, int less, int more, double awaiting, EvidenceBuilder e) {
        unseenThreads(e);
        e.beyond = calling(
                served(served, served, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), less, more, awaiting, awaiting);
    }

    /** The same levels with that many connections to another server at each, of which that share awaits an answer. */
    private static Diagnosis calling(Diagnosis levels, int less, int more, double awaitingLess, double awaitingMore) {
        return new Diagnosis(
                levels.single(),
                List.of(
                        levels.levels().get(0).with(outbound(less, awaitingLess)),
                        levels.levels().get(1).with(outbound(more, awaitingMore))),
                levels.atRest(),
                "");
    }

    private static Outbound outbound(int open, double awaiting) {
        return new Outbound(
                Map.of("127.0.0.1:5432", new Outbound.Connections(open, Seen.of(Math.round(awaiting * open)))));
    }
}
