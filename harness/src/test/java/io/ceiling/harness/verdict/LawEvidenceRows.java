package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;
import static io.ceiling.harness.verdict.PoolEvidenceRows.requestsInFlight;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.Standing;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Rows of requests in flight whose server was loaded beyond its ceiling, at 500 and 750 requests of half a second each. */
final class LawEvidenceRows {

    private static final Standing SERVES = new Standing("worker-*", "Thread.sleep", "App.work");
    private static final Standing SLEEPS = new Standing("http-*", "TimeUnit.sleep", "App.bucket", Standing.Why.TIME);
    private static final Standing COMPUTES = new Standing("http-*", "App.compute", "App.compute");
    private static final Standing WAITS =
            new Standing("http-*", "CompletableFuture.join", "App.call", Standing.Why.APPLICATION);
    private static final Standing AT_UPSTREAM =
            new Standing("http-*", "HttpURLConnection.getInputStream", "App.call", Standing.Why.UPSTREAM);
    private static final Standing AT_LOCK =
            new Standing("http-*", "the lock of App.call", "App.call", Standing.Why.LOCK);

    private LawEvidenceRows() {}

    static List<Row> beyondTheCeiling() {
        return List.of(
                is(LimitingFactor.CONCURRENCY_LIMIT, "23 are served at once, and no thread says why", e -> {
                    unseenThreads(e);
                    e.beyond = served(23, 23, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                }),
                is(LimitingFactor.LOAD_LINK, "one at once, and half of each of twenty answers has come", e -> {
                    unseenThreads(e);
                    large(10, e);
                    e.beyond = served(1, 1, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                }),
                is(
                        LimitingFactor.LOAD_LINK,
                        "its process is not seen, eight answers are on their way, and more load spoils them",
                        e -> {
                            unseenThreads(e);
                            large(8, e);
                            e.processSeen = false;
                            e.beyond = served(2, 1, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }),
                looksLike(
                        LimitingFactor.LOAD_LINK,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "23 large answers are served at once, and as many are on their way",
                        e -> {
                            unseenThreads(e);
                            large(23, e);
                            e.beyond = served(23, 23, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }),
                looksLike(
                        LimitingFactor.LOAD_LINK,
                        LimitingFactor.SERVER_CPU,
                        "one thread sends to all of them, and is full",
                        e -> {
                            unseenThreads(e);
                            large(20, e);
                            e.serverCores = e.busiestThread = 0.98;
                            e.beyond = served(1, 1, 0.98, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }),
                is(LimitingFactor.CONCURRENCY_LIMIT, "five threads serve, and nobody waits in a thread", e -> {
                    unseenThreads(e);
                    e.beyond = served(5, 5.1, 0.1, Crowd.of(Map.of(SERVES, 5)), Crowd.of(Map.of(SERVES, 5)));
                }),
                is(LimitingFactor.CONCURRENCY_LIMIT, "all 80 request threads are busy, but most of them wait", e -> {
                    requestsInFlight(e);
                    e.beyond = served(30, 30.5, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                }),
                is(
                        LimitingFactor.APPLICATION_POOL,
                        "five threads serve, and others wait for them in the application",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(
                                    5,
                                    5.1,
                                    0.1,
                                    Crowd.of(Map.of(SERVES, 5, WAITS, 495)),
                                    Crowd.of(Map.of(SERVES, 5, WAITS, 745)));
                        }),
                is(LimitingFactor.APPLICATION_LOCK, "one serves, and others wait for its lock", e -> {
                    unseenThreads(e);
                    e.beyond = served(
                            1,
                            1,
                            0.1,
                            Crowd.of(Map.of(SERVES, 1, AT_LOCK, 499)),
                            Crowd.of(Map.of(SERVES, 1, AT_LOCK, 749)));
                }),
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
                            unseenThreads(e);
                            e.beyond = calling(served(10, 10, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 500, 750, 1);
                        }),
                is(
                        LimitingFactor.UPSTREAM,
                        "all of the lower load, and all 18 connections at the higher one, await another server",
                        e -> {
                            unseenThreads(e);
                            e.beyond = calling(served(6, 6, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 16, 18, 1);
                        }),
                is(LimitingFactor.UPSTREAM, "twenty connections await another server, and others wait for one", e -> {
                    unseenThreads(e);
                    e.beyond =
                            calling(served(4.5, 4.5, 0.1, Crowd.of(Map.of()), Crowd.of(Map.of(WAITS, 400))), 16, 20, 1);
                }),
                is(
                        LimitingFactor.UPSTREAM,
                        "a part of the load waits elsewhere, and the rest for another server",
                        e -> {
                            unseenThreads(e);
                            e.beyond = calling(served(8, 8, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 10, 20, 1);
                        }),
                is(LimitingFactor.APPLICATION_POOL, "seven connections to another server are in use, never more", e -> {
                    unseenThreads(e);
                    e.beyond = calling(served(7, 7, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 7, 7, 1);
                }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "seven connections to another server are open and idle",
                        e -> {
                            unseenThreads(e);
                            e.beyond = calling(served(7, 7, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 7, 7, 0.1);
                        }),
                looksLike(
                        LimitingFactor.UPSTREAM,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "forty connections to another server are open and idle, while seven are served at once",
                        e -> {
                            unseenThreads(e);
                            e.beyond = calling(served(7, 7, 0.1, Crowd.notSeen(""), Crowd.notSeen("")), 40, 40, 0.1);
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
                is(LimitingFactor.APPLICATION_LOCK, "most wait for a lock of a server that is still compiled", e -> {
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
                        }),
                is(LimitingFactor.CONCURRENCY_LIMIT, "answers come one after another, and nothing says why", e -> {
                    unseenThreads(e);
                    e.beyond = atFirst(served(11, 11, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX")), 3);
                }),
                is(LimitingFactor.CONCURRENCY_LIMIT, "the more are offered, the more sleep until their turn", e -> {
                    unseenThreads(e);
                    e.beyond = served(
                            6,
                            6,
                            0.1,
                            Crowd.of(Map.of(SERVES, 6, SLEEPS, 494)),
                            Crowd.of(Map.of(SERVES, 6, SLEEPS, 744)));
                }),
                is(
                        LimitingFactor.SERVER_CPU,
                        "one thread computes all the time, while eleven are served at once",
                        e -> {
                            unseenThreads(e);
                            e.beyond = ofThread(
                                    served(11, 11, 0.95, Crowd.notSeen("no JVM"), Crowd.notSeen("no JVM")), 0.96);
                        }),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "the busiest thread computes for half of the time",
                        e -> {
                            unseenThreads(e);
                            e.beyond = ofThread(
                                    served(11, 11, 0.95, Crowd.notSeen("no JVM"), Crowd.notSeen("no JVM")), 0.5);
                        }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.UNKNOWN,
                        "most borrow from a pool, but the more is offered, the more is served at once",
                        e -> {
                            unseenThreads(e);
                            e.threads(new Stacks()
                                    .requests(78, "TIMED_WAITING", Stacks.BORROWS)
                                    .requests(2, "RUNNABLE", Stacks.READS));
                            e.beyond = served(480, 720, 0.1, Crowd.of(Map.of(WAITS, 70)), Crowd.of(Map.of(WAITS, 78)));
                        }),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "an agent was kept from running, but of 300 in flight only 46 can be in time",
                        e -> {
                            unseenThreads(e);
                            e.pauseNanos = 500_000_000;
                            e.beyond = served(23, 23, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }),
                is(LimitingFactor.LOAD_CPU, "an agent was kept from running, and 300 of 400 can be in time", e -> {
                    unseenThreads(e);
                    e.pauseNanos = 500_000_000;
                    e.beyond = served(200, 200, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                }),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "as many are served at once as there are threads, none of which is seen",
                        e -> {
                            requestsInFlight(e);
                            e.busy = -1;
                            e.beyond = served(80, 81, 0.1, Crowd.notSeen("hung"), Crowd.notSeen("hung"));
                        }),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "all 80 request threads serve and none is idle, on a host that others fill",
                        e -> {
                            unseenThreads(e);
                            e.target = 170;
                            e.served = 165;
                            e.otherCores = 1.6;
                            e.threads(new Stacks().requests(80, "TIMED_WAITING", Stacks.SLEEPS));
                            e.beyond = served(80, 81, 0.1, Crowd.of(Map.of(SERVES, 80)), Crowd.of(Map.of(SERVES, 80)));
                        }),
                is(LimitingFactor.RATE_LIMIT, "answers come in bursts, and a slow pace is served", e -> {
                    unseenThreads(e);
                    e.beyond = inBursts();
                }),
                looksLike(
                        LimitingFactor.RATE_LIMIT,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "answers come in bursts for want of a processor",
                        e -> {
                            unseenThreads(e);
                            e.otherCores = 1.7;
                            e.beyond = inBursts();
                        }),
                is(
                        LimitingFactor.RATE_LIMIT,
                        "answers come in bursts at levels with idle processors, though the step that failed had none",
                        e -> {
                            unseenThreads(e);
                            e.otherCores = 1.7;
                            e.beyond = at(inBursts(), 0.3);
                        }),
                looksLike(
                        LimitingFactor.RATE_LIMIT,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "answers come in bursts at levels for which no processor was idle",
                        e -> {
                            unseenThreads(e);
                            e.beyond = at(inBursts(), 0.95);
                        }),
                is(LimitingFactor.SERVER_CPU, "two are served at once, and compute all the time", e -> {
                    unseenThreads(e);
                    e.beyond = served(2, 2, 1.95, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                }),
                looksLike(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        LimitingFactor.SERVER_THREADS,
                        "as many are served at once as there are request threads",
                        e -> {
                            requestsInFlight(e);
                            e.beyond = served(80, 81, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }),
                looksLike(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        LimitingFactor.UNKNOWN,
                        "the more is offered, the more is served at once",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(480, 720, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }),
                looksLike(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        LimitingFactor.UNKNOWN,
                        "an overload spoils the answers",
                        e -> {
                            unseenThreads(e);
                            e.beyond = served(100, 50, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
                        }));
    }

    /** At both levels 23 are served at once on average, but 90 of many that come at once after a pause. */
    private static Diagnosis inBursts() {
        return served(23, 23, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"))
                .with(Pacing.NONE
                        .with(new Pacing.Burst(115, 90, OptionalDouble.empty()))
                        .with(new Pacing.Calm(1_000, 20, "")));
    }

    /** The same levels with that many connections to another server at each, of which that share awaits an answer. */
    private static Diagnosis calling(Diagnosis levels, int less, int more, double awaiting) {
        return new Diagnosis(
                levels.single(),
                List.of(
                        levels.levels().get(0).with(outbound(less, awaiting)),
                        levels.levels().get(1).with(outbound(more, awaiting))),
                levels.atRest(),
                "");
    }

    private static Outbound outbound(int open, double awaiting) {
        return new Outbound(
                Map.of("127.0.0.1:5432", new Outbound.Connections(open, Seen.of(Math.round(awaiting * open)))));
    }

    /** The same levels, whose first answers to a server at rest were that many. */
    private static Diagnosis atFirst(Diagnosis levels, long first) {
        LoadLevel.Bursts bursts = new LoadLevel.Bursts(OptionalLong.of(first), OptionalLong.of(first));
        return new Diagnosis(
                levels.single(),
                levels.levels().stream().map(level -> level.with(bursts)).toList(),
                levels.atRest(),
                "");
    }

    /** The same levels with a thread that used that share of a processor at both. */
    private static Diagnosis ofThread(Diagnosis levels, double share) {
        BusiestThread busiest =
                new BusiestThread(Seen.of(7), "node", Seen.of((long) (share * 1e9)), Seen.of(1_000_000_000));
        return processors(
                levels, used -> new LoadLevel.ProcessorsUsed(used.server(), 2, used.load(), used.host(), busiest));
    }

    private static Diagnosis processors(Diagnosis levels, UnaryOperator<LoadLevel.ProcessorsUsed> change) {
        return new Diagnosis(
                        levels.single(),
                        levels.levels().stream()
                                .map(level -> new LoadLevel(
                                        level.offered(),
                                        level.flow(),
                                        level.refused(),
                                        change.apply(level.processors()),
                                        level.crowd(),
                                        level.bursts(),
                                        level.outbound()))
                                .toList(),
                        levels.atRest(),
                        "")
                .with(levels.pacing());
    }

    /** The same levels on a host of whose processors that share was busy. */
    static Diagnosis at(Diagnosis levels, double hostShare) {
        return processors(
                levels,
                used -> new LoadLevel.ProcessorsUsed(
                        used.server(), 2, used.load(), OptionalDouble.of(hostShare), used.busiest()));
    }

    /** At both levels 2 of 500 ms are answered a second, and a burst after a pause is answered. */
    static Diagnosis refusedUnderLoad(double passedPerSecond) {
        return served(1, 1, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"))
                .with(Pacing.NONE
                        .with(new Pacing.Burst(12, 12, OptionalDouble.empty()))
                        .with(new Pacing.Calm(14, 1, "")))
                .passed(passedPerSecond);
    }

    /** At both levels 23 are served at once, and nothing else is seen. */
    static void served23(EvidenceBuilder e) {
        unseenThreads(e);
        e.beyond = served(23, 23, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
    }

    /** 23 requests are served at once, and hardly any under more load. */
    static void isSpoilt(EvidenceBuilder e) {
        unseenThreads(e);
        e.beyond = served(23, 1, 0.1, Crowd.notSeen("no JMX"), Crowd.notSeen("no JMX"));
    }

    /** 23 threads serve, and that many requests are refused while 750 are in flight. */
    static void serves23AndRefuses(long refused, EvidenceBuilder e) {
        unseenThreads(e);
        Crowd crowd = Crowd.of(Map.of(SERVES, 23));
        LoadLevel.Refused words = new LoadLevel.Refused(refused, "%d x 503".formatted(refused));
        LoadLevel more = level(750, 23, 0.1, crowd);
        e.beyond = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 500_000_000L))),
                List.of(
                        level(500, 23, 0.1, crowd),
                        new LoadLevel(more.offered(), more.flow(), words, more.processors(), crowd)),
                Crowd.of(Map.of()),
                "");
    }

    /** Seven workers, and forty that wait for them at both levels; all others are refused at once. */
    static void refusesBeforeAQueueOf40(EvidenceBuilder e) {
        unseenThreads(e);
        Crowd crowd = Crowd.of(Map.of(SERVES, 7, WAITS, 47));
        e.beyond = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 500_000_000L))),
                Stream.of(level(500, 24, 0.1, crowd), level(750, 24, 0.1, crowd))
                        .map(level -> new LoadLevel(
                                level.offered(),
                                level.flow(),
                                new LoadLevel.Refused(5_000, "5000 x 503"),
                                level.processors(),
                                crowd))
                        .toList(),
                Crowd.of(Map.of()),
                "");
    }

    private static void large(double onTheirWay, EvidenceBuilder e) {
        e.answerBytes = 1_000_000;
        e.onTheirWay = onTheirWay;
    }

    private static void unseenThreads(EvidenceBuilder e) {
        requestsInFlight(e);
        e.maxThreads = e.poolThreads = e.busy = -1;
    }

    private static Diagnosis served(double less, double more, double serverCores, Crowd atLess, Crowd atMore) {
        return new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 500_000_000L))),
                List.of(level(500, less, serverCores, atLess), level(750, more, serverCores, atMore)),
                Crowd.of(Map.of()),
                "");
    }

    private static LoadLevel level(int offered, double served, double serverCores, Crowd crowd) {
        return new LoadLevel(
                offered,
                new LoadLevel.Flow(served / 0.5, 0.02),
                LoadLevel.Refused.NONE,
                new LoadLevel.ProcessorsUsed(OptionalDouble.of(serverCores), 2, OptionalDouble.of(0.1)),
                crowd);
    }
}
