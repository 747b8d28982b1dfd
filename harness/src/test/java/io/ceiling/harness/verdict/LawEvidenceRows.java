package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;
import static io.ceiling.harness.verdict.PoolEvidenceRows.requestsInFlight;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
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

    static final Standing SERVES = new Standing("worker-*", "Thread.sleep", "App.work");
    private static final Standing SLEEPS = new Standing("http-*", "TimeUnit.sleep", "App.bucket", Standing.Why.TIME);
    static final Standing COMPUTES = new Standing("http-*", "App.compute", "App.compute");
    static final Standing WAITS =
            new Standing("http-*", "CompletableFuture.join", "App.call", Standing.Why.APPLICATION);

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

    /** The same levels, whose first answers to a server at rest were that many. */
    static Diagnosis atFirst(Diagnosis levels, long first) {
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

    static void unseenThreads(EvidenceBuilder e) {
        requestsInFlight(e);
        e.maxThreads = e.poolThreads = e.busy = -1;
    }

    static Diagnosis served(double less, double more, double serverCores, Crowd atLess, Crowd atMore) {
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
