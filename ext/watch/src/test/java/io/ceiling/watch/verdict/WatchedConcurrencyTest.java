package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadPools.WaitPlace;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadPlace.WaitReason;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.watch.WatchSample;
import io.ceiling.watch.WatchVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** A tool that keeps 150 requests in flight, and a server that serves 23 at once, each for 400 ms, with 200 threads. */
class WatchedConcurrencyTest {

    private static final long SECOND = 1_000_000_000L;
    private static final double SERVICE = 0.4;
    private static final ThreadPlace SERVES =
            new ThreadPlace("exec-*", "Thread.sleep", "App.gate", WaitReason.APPLICATION);
    private static final ThreadPlace WAITS =
            new ThreadPlace("exec-*", "Semaphore.acquire", "App.gate", WaitReason.APPLICATION);
    private static final ThreadPlace OTHER =
            new ThreadPlace("timer-*", "Object.wait", "App.tick", WaitReason.APPLICATION);

    private int places = 23;
    private DoubleUnaryOperator users = at -> 150;
    private double cores = 0.1;
    private double hostCores = 0.25;
    private Map<ThreadPlace, Integer> crowd = Map.of(SERVES, 23, WAITS, 127, OTHER, 3);
    private ThreadPools pools = ThreadPools.notSeen("nobody looked");
    private ToolReport report = ToolReport.NONE;
    private Optional<ServiceTime> single =
            Optional.of(new ServiceTime(List.of(401_000_000L, 402_000_000L, 400_000_000L, 401_000_000L)));
    private List<MetLimit> met = List.of();

    private WatchVerdict verdict() {
        return verdict(20, 0);
    }

    /** @param unseen what the connections do not show: 1 answers, 2 requests in flight either */
    private WatchVerdict verdict(double seconds, int unseen) {
        List<Moment> moments = new ArrayList<>();
        double answered = 0;
        for (double at = 0; at < seconds; at += 0.25) {
            double outstanding = Math.floor(users.applyAsDouble(at));
            answered += Math.min(outstanding, places) / SERVICE * 0.25;
            moments.add(new Moment(
                    (long) (SECOND * at),
                    unseen > 1 ? -1 : outstanding,
                    unseen > 0 ? -1 : Math.round(answered),
                    0,
                    (long) (cores * SECOND * at)));
        }
        List<WatchedRun.ThreadsAtLoad> looks = List.of(
                new WatchedRun.ThreadsAtLoad(SECOND, users.applyAsDouble(seconds), ThreadsByPlace.of(crowd), pools));
        WatchedRun seen = new WatchedRun(
                moments,
                List.of(sample(0), sample(SECOND)),
                ThreadsByPlace.of(Map.of(OTHER, 1)),
                looks,
                report,
                new Evidence.ServerTraces(List.of(), OptionalInt.empty(), Observation.NOT_SEEN, false));
        return WatchedConcurrency.of(WatchedServers.watched(8192, sample(0)), seen, met, single, "no request was sent");
    }

    private WatchSample sample(long at) {
        TargetSockets sockets = new TargetSockets(
                new TargetSockets.ServerSockets(Observation.of(150), Observation.of(0), Observation.of(0)),
                new TargetSockets.ClientSockets(Observation.of(0), Observation.of(150), Observation.of(150)));
        LoadReading load = WatchedServers.load(new ConnectionCounts(150, 0, 150, 150, 0, 0, 0), 150, at / 20);
        return new WatchSample(
                new Sample(
                        at,
                        false,
                        ServerReadings.notSeen()
                                .pool(200, 150, Limit.of(200), -1)
                                .cpu((long) (cores * at), 0, 0)
                                .build(),
                        HostReadings.notSeen()
                                .cpu((long) (hostCores * at), 0, (long) ((2 - hostCores) * at), 0)
                                .build(),
                        load),
                ToolReading.NOT_SEEN,
                sockets,
                new Exchanges(Observation.of(150), Observation.of(at / SECOND * 57)));
    }

    private static MetLimit limit(LimitingFactor factor, long from, long to) {
        return new MetLimit(factor, from * SECOND, to * SECOND, "seen", "raise it", Confidence.HIGH, false);
    }

    @Test
    void namesWhatServesAndWhereTheOthersWait() {
        assertThat(verdict().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.APPLICATION_POOL);
            assertThat(limit.evidence())
                    .startsWith("23 served at once")
                    .contains(
                            "23 threads exec-* in Thread.sleep called by App.gate serve",
                            "127 threads exec-* in Semaphore.acquire called by App.gate wait");
            assertThat(limit.fromNanos()).isZero();
            assertThat(limit.toNanos()).isGreaterThan(19 * SECOND);
        });
    }

    @Test
    void stacksNameWhatMostWaitForAlsoWithoutTheTimeOfARequest() {
        pools = new ThreadPools(
                2,
                List.of(new ThreadPools.Pool(
                        "exec-*",
                        new ThreadPools.Counts(150, 0, 0, 150, 150),
                        Map.of(),
                        List.of(
                                new WaitPlace(Wait.POOL, "Semaphore.acquire", "App.gate", "", "", 127),
                                new WaitPlace(Wait.OTHER, "Thread.sleep", "App.gate", "", "", 23)))),
                List.of(),
                true,
                "");
        single = Optional.empty();

        assertThat(verdict().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.APPLICATION_POOL);
            assertThat(limit.evidence())
                    .contains("127 of 150 threads exec-*", "23 others in Thread.sleep, called by App.gate");
        });
    }

    @Test
    void aLimitWhoseThreadsNobodySeesIsANumber() {
        crowd = Map.of(OTHER, 4);

        assertThat(verdict().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.CONCURRENCY_LIMIT);
            assertThat(limit.evidence()).startsWith("23 served at once").contains("let through");
        });
    }

    @Test
    void aFewThreadsThatWaitForSomethingElseAreNotThePlace() {
        crowd = Map.of(SERVES, 23, OTHER, 9);

        assertThat(verdict().limits()).extracting(MetLimit::factor).containsExactly(LimitingFactor.CONCURRENCY_LIMIT);
    }

    @Test
    void onAFullHostANumberWithoutThreadsIsNoName() {
        crowd = Map.of(OTHER, 4);
        hostCores = 1.95;

        assertThat(verdict().limits()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.UNKNOWN);
            assertThat(limit.evidence()).contains("more waited than were served", "this host was full");
        });

        crowd = Map.of(SERVES, 23, WAITS, 127);
        assertThat(verdict().limits()).extracting(MetLimit::factor).containsExactly(LimitingFactor.APPLICATION_POOL);
    }

    @Test
    void lessThanOneServedAtOnceIsNoLimitOfThem() {
        single = Optional.of(new ServiceTime(List.of(3_000_000L, 3_000_000L)));

        assertThat(verdict().limits()).extracting(MetLimit::factor).containsExactly(LimitingFactor.UNKNOWN);
    }

    @Test
    void whatHasNoNameIsNotToldBesideALimitThatHasOne() {
        crowd = Map.of(OTHER, 4);
        hostCores = 1.95;
        met = List.of(limit(LimitingFactor.SERVER_CPU, 0, 9));

        assertThat(verdict().limits()).extracting(MetLimit::factor).containsExactly(LimitingFactor.SERVER_CPU);
    }

    @Test
    void requestsThatComputeAreLimitedByProcessors() {
        places = 2;
        cores = 1.9;

        assertThat(verdict().limits()).extracting(MetLimit::factor).containsExactly(LimitingFactor.SERVER_CPU);
    }

    @Test
    void noLimitIsMetIfNobodyWaits() {
        places = 150;

        assertThat(verdict()).satisfies(verdict -> {
            assertThat(verdict.limits()).isEmpty();
            assertThat(verdict.noneMet()).isTrue();
            assertThat(verdict.reason()).startsWith("hardly anybody waited, 150.0 of 150 requests");
        });
    }

    @Test
    void aFewReadingsDoNotShowThatNoLimitIsMet() {
        assertThat(verdict(0.5, 0)).satisfies(verdict -> {
            assertThat(verdict.noneMet()).isFalse();
            assertThat(verdict.reason()).contains("not known: 2 readings");
        });
    }

    @Test
    void noLimitIsMetIfAnswersGrowAsMuchAsTheLoad() {
        single = Optional.empty();
        places = 1000;
        users = at -> at < 10 ? 40 : 150;

        assertThat(verdict().noneMet()).isTrue();
        assertThat(verdict().reason()).startsWith("hardly anybody waited, 14");
    }

    @Test
    void withoutTheTimeOfARequestItIsNotSaidThatNoLimitIsMet() {
        single = Optional.empty();

        assertThat(verdict()).satisfies(verdict -> {
            assertThat(verdict.limits()).isEmpty();
            assertThat(verdict.noneMet()).isFalse();
            assertThat(verdict.reason())
                    .contains("150 requests were in flight, 57.5", "not known: no request was sent");
        });
    }

    @Test
    void quietSecondsOfTheToolTellTheTimeOfARequest() {
        single = Optional.empty();
        users = at -> Math.min(150, 2 + 8 * at);

        assertThat(verdict(40, 0).limits()).singleElement().satisfies(limit -> {
            assertThat(limit.factor()).isEqualTo(LimitingFactor.APPLICATION_POOL);
            assertThat(limit.evidence()).startsWith("23 served at once");
            assertThat(limit.fromNanos()).isBetween(3 * SECOND, 6 * SECOND);
        });
    }

    @Test
    void aLimitThatReadingsShowedStaysTheName() {
        met = List.of(limit(LimitingFactor.SERVER_MAX_CONNECTIONS, 1, 19));
        assertThat(verdict().limits()).isEqualTo(met);

        met = List.of(limit(LimitingFactor.SERVER_GC, 1, 3));
        assertThat(verdict().limits()).as("it was over soon").hasSize(2);
    }

    @Test
    void fullRequestThreadsAreASymptomWhereFewerAreServed() {
        met = List.of(limit(LimitingFactor.SERVER_THREADS, 0, 19));
        assertThat(verdict().limits()).extracting(MetLimit::factor).containsExactly(LimitingFactor.APPLICATION_POOL);

        places = 200;
        users = at -> 500;
        assertThat(verdict().limits()).isEqualTo(met);
    }

    @Test
    void theToolsOwnFiguresTellWhatConnectionsDoNotShow() {
        report = new ToolReport(OptionalDouble.of(57.5), OptionalDouble.of(2.6), 0);

        assertThat(verdict(20, 1).limits())
                .extracting(MetLimit::factor)
                .containsExactly(LimitingFactor.APPLICATION_POOL);
        assertThat(verdict(20, 2).limits())
                .extracting(MetLimit::factor)
                .containsExactly(LimitingFactor.APPLICATION_POOL);
    }

    @Test
    void refusalsAreNoAnswers() {
        crowd = Map.of(SERVES, 23);
        // Four of five answers were refusals at once.
        report = new ToolReport(OptionalDouble.of(57.5 * 5), OptionalDouble.of(0.5), 0.8);

        assertThat(verdict().limits()).singleElement().satisfies(limit -> assertThat(limit.evidence())
                .startsWith("23 served at once"));
    }

    @Test
    void answersThatComeTooSoonSayNothing() {
        single = Optional.of(new ServiceTime(List.of(4_000_000_000L)));

        assertThat(verdict().noneMet()).isFalse();
        assertThat(verdict().reason()).contains("answers came sooner than that of a single request");
    }
}
