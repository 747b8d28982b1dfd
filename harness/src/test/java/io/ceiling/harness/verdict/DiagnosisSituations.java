package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.LoadLevel.ProcessorsUsed;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.verdict.EvidenceSituations.Arguments;
import io.ceiling.harness.verdict.EvidenceSituations.Situation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Load beyond the ceiling, at 500 and at 750 requests of half a second each. */
final class DiagnosisSituations {

    private static final Map<String, ThreadPlace> STANDINGS = Map.of(
            "SERVES", new ThreadPlace("worker-*", "Thread.sleep", "App.work"),
            "SLEEPS", new ThreadPlace("http-*", "TimeUnit.sleep", "App.bucket", ThreadPlace.WaitReason.TIME),
            "COMPUTES", new ThreadPlace("http-*", "App.compute", "App.compute"),
            "WAITS",
                    new ThreadPlace("http-*", "CompletableFuture.join", "App.call", ThreadPlace.WaitReason.APPLICATION),
            "AT_UPSTREAM",
                    new ThreadPlace(
                            "http-*", "HttpURLConnection.getInputStream", "App.call", ThreadPlace.WaitReason.UPSTREAM),
            "AT_LOCK", new ThreadPlace("http-*", "the lock of App.call", "App.call", ThreadPlace.WaitReason.LOCK),
            "AT_NEXT_LOCK",
                    new ThreadPlace("http-*", "the lock of Cache.get", "App.call", ThreadPlace.WaitReason.LOCK));

    private DiagnosisSituations() {}

    static void addTo(Map<String, Situation> all) {
        all.put("served", DiagnosisSituations::serve);
        all.put("crowds", (e, a) -> {
            String[] crowds = a.text().split("/", -1);
            changeLevels(e, (index, level) -> level.with(crowd(crowds[index])));
        });
        all.put("refuses", (e, a) -> changeLevels(e, (index, level) -> refuse(level, a.count(index))));
        all.put("answeredFirst", (e, a) -> {
            OptionalLong first = OptionalLong.of(a.count(0));
            changeLevels(e, (index, level) -> level.with(new LoadLevel.Bursts(first, first)));
        });
        all.put(
                "calls",
                (e, a) -> changeLevels(
                        e, (index, level) -> level.with(outbound((int) a.count(index), a.number(2 + index)))));
        all.put("ofThread", DiagnosisSituations::useThread);
        all.put(
                "hostBusy",
                (e, a) -> changeProcessors(
                        e,
                        used -> new ProcessorsUsed(
                                used.server(),
                                2,
                                used.fullestLoopShare(),
                                OptionalDouble.of(a.number(0)),
                                used.busiest())));
        all.put("burst", (e, a) -> {
            Pacing.Burst burst = new Pacing.Burst((int) a.count(0), a.count(1), OptionalDouble.empty());
            e.beyond = e.beyond.with(e.beyond.pacing().with(burst));
        });
        all.put("calm", (e, a) -> {
            String failure = a.words().size() > 2 ? a.word(2) : "";
            e.beyond =
                    e.beyond.with(e.beyond.pacing().with(new Pacing.SlowPace((int) a.count(0), a.number(1), failure)));
        });
        all.put("lone", DiagnosisSituations::askAlone);
        all.put("passed", (e, a) -> e.beyond = e.beyond.withPassedPerSecond(a.number(0)));
    }

    /** Sets how many are served at once at each level, with how many processors. */
    private static void serve(EvidenceBuilder e, Arguments a) {
        e.beyond = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 500_000_000L))),
                List.of(level(500, a.number(0), a.number(2)), level(750, a.number(1), a.number(2))),
                ThreadsByPlace.of(Map.of()),
                "");
    }

    private static LoadLevel level(int offered, double served, double serverCores) {
        return new LoadLevel(
                offered,
                new LoadLevel.AnswerRate(served / 0.5, 0.02),
                LoadLevel.FailedRequests.NONE,
                new ProcessorsUsed(OptionalDouble.of(serverCores), 2, OptionalDouble.of(0.1)),
                ThreadsByPlace.notSeen("no JMX"));
    }

    private static void changeLevels(EvidenceBuilder e, BiFunction<Integer, LoadLevel, LoadLevel> change) {
        Diagnosis before = e.beyond;
        List<LoadLevel> levels = IntStream.range(0, before.levels().size())
                .mapToObj(index -> change.apply(index, before.levels().get(index)))
                .toList();
        e.beyond = new Diagnosis(before.single(), levels, before.placesAtRest(), "").with(before.pacing());
    }

    private static void changeProcessors(EvidenceBuilder e, UnaryOperator<ProcessorsUsed> change) {
        changeLevels(
                e,
                (index, level) -> new LoadLevel(
                        level.offered(),
                        level.answerRate(),
                        level.failedRequests(),
                        change.apply(level.processors()),
                        level.threadsByPlace(),
                        level.bursts(),
                        level.outbound()));
    }

    /** A thread uses that share of a processor at both levels. */
    private static void useThread(EvidenceBuilder e, Arguments a) {
        BusiestThread busiest = new BusiestThread(
                Observation.of(7), "node", Observation.of((long) (a.number(0) * 1e9)), Observation.of(1_000_000_000));
        changeProcessors(
                e, used -> new ProcessorsUsed(used.server(), 2, used.fullestLoopShare(), used.host(), busiest));
    }

    private static LoadLevel refuse(LoadLevel level, long count) {
        LoadLevel.FailedRequests refused = count == 0
                ? LoadLevel.FailedRequests.NONE
                : new LoadLevel.FailedRequests(count, "%d x 503".formatted(count));
        return new LoadLevel(level.offered(), level.answerRate(), refused, level.processors(), level.threadsByPlace());
    }

    /** Returns a crowd of such groups: {@code SERVES 5, WAITS 495}. */
    private static ThreadsByPlace crowd(String groups) {
        Map<ThreadPlace, Integer> counted = new LinkedHashMap<>();
        Stream.of(groups.strip().split(", ")).filter(group -> !group.isEmpty()).forEach(group -> {
            String[] words = group.split(" ");
            counted.put(EvidenceSituations.find(STANDINGS, words[0]), Integer.valueOf(words[1]));
        });
        return ThreadsByPlace.of(counted);
    }

    /** Returns open connections to another server, of which that share awaits an answer. */
    private static Outbound outbound(int open, double awaiting) {
        return new Outbound(
                Map.of("127.0.0.1:5432", new Outbound.Connections(open, Observation.of(Math.round(awaiting * open)))));
    }

    /** A single client asks for 1 ms, with that many answers a second, and so many are refused. */
    private static void askAlone(EvidenceBuilder e, Arguments a) {
        LoadLevel.FailedRequests refused = a.count(1) == 0
                ? LoadLevel.FailedRequests.NONE
                : new LoadLevel.FailedRequests(
                        a.count(1), "expected status 2xx, got: HTTP/1.1 503 Service Unavailable");
        Pacing.SingleClient lone = new Pacing.SingleClient(0.001, 200, a.number(0), refused);
        e.beyond = Diagnosis.NONE.with(
                new Pacing(Optional.of(lone), e.beyond.pacing().slowPace()));
    }
}
