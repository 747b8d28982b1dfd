package io.ceiling.harness.verdict.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadsByPlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLawTest {

    private static final double SECONDS = 0.2;

    /** Admits a request that arrives at a time, and returns when it is served; arrivals come in their order. */
    private interface Admission extends DoubleUnaryOperator {}

    private static Admission atOnce(int places) {
        PriorityQueue<Double> ends = new PriorityQueue<>();
        return arrival -> {
            double start = ends.size() < places ? arrival : Math.max(arrival, ends.remove());
            ends.add(start + SECONDS);
            return start;
        };
    }

    private static Admission oneAfterTheOther(double perSecond) {
        double[] next = {0};
        return arrival -> {
            double start = Math.max(arrival, next[0]);
            next[0] = start + 1 / perSecond;
            return start;
        };
    }

    private static Admission inEachSecond(int permits) {
        int[] taken = new int[1_000];
        return arrival -> {
            int second = (int) arrival;
            while (taken[second] == permits) {
                second++;
            }
            taken[second]++;
            return Math.max(arrival, second);
        };
    }

    /** Returns a level of a closed loop, from the moment on at which its connections are opened within some ms. */
    private static LoadLevel level(int offered, Admission admission) {
        PriorityQueue<Double> arrivals = new PriorityQueue<>();
        for (int i = 0; i < offered; i++) {
            arrivals.add(i * 0.001);
        }
        double settled = offered * 0.001 + DiagnosisPlan.settlingTime(SECONDS).toNanos() / 1e9;
        double end = settled + DiagnosisPlan.window(SECONDS).toNanos() / 1e9;
        TreeSet<Double> answers = new TreeSet<>();
        while (arrivals.element() < end) {
            double answered = admission.applyAsDouble(arrivals.remove()) + SECONDS;
            while (!answers.add(answered)) {
                answered += 1e-9;
            }
            arrivals.add(answered);
        }
        List<Completions.AnswerCount> all = new ArrayList<>();
        for (double time = 0; time < end; time += 0.021) {
            all.add(new Completions.AnswerCount(
                    (long) (time * 1e9), answers.headSet(time, true).size()));
        }
        List<Completions.AnswerCount> window =
                all.stream().filter(point -> point.nanos() >= settled * 1e9).toList();
        LoadLevel.AnswerRate flow = Completions.rate(window, SECONDS);
        double served = flow.perSecond() * SECONDS;
        return new LoadLevel(
                        offered,
                        flow,
                        LoadLevel.FailedRequests.NONE,
                        new LoadLevel.ProcessorsUsed(OptionalDouble.of(0.02), 2, OptionalDouble.of(0.1)),
                        ThreadsByPlace.notSeen("simulated"))
                .with(Completions.bursts(all, served * 0.001, SECONDS));
    }

    private static Diagnosis beyond(int ceiling, Admission less, Admission more) {
        return new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, (long) (SECONDS * 1e9)))),
                List.of(level(2 * ceiling, less), level(3 * ceiling, more)),
                ThreadsByPlace.notSeen("simulated"),
                "");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 20, 60})
    void aNumberAtOnceIsNoRate(int places) {
        Diagnosis diagnosis = beyond(places, atOnce(places), atOnce(places));

        assertThat(ConcurrencyLaw.of(diagnosis)).isInstanceOf(Law.Limit.class);
        assertThat(RateLaw.of(diagnosis)).isEmpty();
    }

    /** A serial step after a wait gives the same answers as a pace: neither is claimed. */
    @Test
    void oneAfterTheOtherIsNoRateAndNoNumber() {
        Diagnosis diagnosis = beyond(20, oneAfterTheOther(100), oneAfterTheOther(100));

        assertThat(ConcurrencyLaw.of(diagnosis))
                .isInstanceOfSatisfying(
                        Law.Limit.class, limit -> assertThat(limit.shape()).isEqualTo(Law.Shape.SERIAL));
        assertThat(RateLaw.of(diagnosis)).isEmpty();
        assertThat(RateLaw.burst(diagnosis, 1_000)).isPositive();
        assertThat(RateLaw.of(diagnosis.with(burst(100, 6, OptionalDouble.empty()))))
                .as("as a serial step answers them")
                .isEmpty();
    }

    private static Pacing burst(int asked, long answered, OptionalDouble refusedSeconds) {
        return Pacing.NONE.with(new Pacing.Burst(asked, answered, refusedSeconds));
    }

    /** A step that tries a lock after a wait refuses as many, but not before that wait. */
    @Test
    void whatRefusesAtOnceAllButFewOfABurstGoesByTheirDistance() {
        Diagnosis refusing = beyond(20, oneAfterTheOther(100), oneAfterTheOther(100));

        assertThat(RateLaw.of(refusing.with(burst(100, 1, OptionalDouble.of(0.002)))))
                .isPresent();
        assertThat(RateLaw.of(refusing.with(burst(100, 1, OptionalDouble.of(SECONDS * 0.9)))))
                .isEmpty();
        assertThat(RateLaw.of(refusing.with(burst(100, 20, OptionalDouble.of(0.002)))))
                .as("a number of places")
                .isEmpty();
    }

    /** Places and a bounded queue let in as many from rest as they have under load, a bucket that has filled does not. */
    @Test
    void whatLetsMoreIntoARestedServerThanItHasUnderLoadHasSavedThemUp() {
        Diagnosis refusing = refusing(20, 21, 1_000);

        assertThat(RateLaw.of(refusing.with(admitted(104, 40)))).hasValueSatisfying(rate -> assertThat(rate.why())
                .contains("40 were let in and answered, while no more than 21.0 are in the server"));
        assertThat(RateLaw.of(refusing.with(admitted(104, 30)))).isPresent();
        assertThat(RateLaw.of(refusing.with(admitted(104, 21)))).isEmpty();
        assertThat(RateLaw.of(refusing.with(
                        Pacing.NONE.with(new Pacing.Burst(104, 20, OptionalDouble.of(1.5 * SECONDS), 30, 1)))))
                .as("places that were left took another before the last had come")
                .isEmpty();
        assertThat(RateLaw.of(refusing(20, 40, 1_000).with(admitted(104, 40))))
                .as("a queue of 20 before 20 places")
                .isEmpty();
        assertThat(RateLaw.of(refusing(20, 21, 10).with(admitted(104, 40))))
                .as("few are refused: places may have been empty")
                .isEmpty();
        assertThat(RateLaw.of(beyond(20, atOnce(20), atOnce(20)).with(admitted(104, 40))))
                .as("nobody was refused under load")
                .isEmpty();
    }

    private static Pacing admitted(int asked, long admitted) {
        return Pacing.NONE.with(new Pacing.Burst(asked, 20, OptionalDouble.of(0.001), admitted, 1));
    }

    private static Diagnosis refusing(int places, double inServer, double refusedPerSecond) {
        return new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, (long) (SECONDS * 1e9)))),
                IntStream.of(2, 3)
                        .mapToObj(times -> new LoadLevel(
                                times * places,
                                new LoadLevel.AnswerRate(places / SECONDS, 0.01)
                                        .inServerFor(inServer * SECONDS / places),
                                new LoadLevel.FailedRequests(1_000, "429", refusedPerSecond, true),
                                LoadLevel.ProcessorsUsed.NOT_SEEN,
                                ThreadsByPlace.notSeen("simulated")))
                        .toList(),
                ThreadsByPlace.notSeen("simulated"),
                "");
    }

    @Test
    void aServerThatSays429AndServesMoreTheMoreComeHasARateAndNoPlaces() {
        assertThat(RateLaw.of(saying429(20, 30))).hasValueSatisfying(rate -> {
            assertThat(rate.perSecond()).isEqualTo(20 / SECONDS);
            assertThat(rate.statedByServer()).isFalse();
        });
        assertThat(RateLaw.of(saying429(20, 20))).isEmpty();
    }

    /** Servers that say 429 count; of others a fifth may be their own. */
    @ParameterizedTest
    @CsvSource({"1.2, true, true", "1.05, true, false", "1.5, false, true", "1.2, false, false"})
    void moreAfterARestThanLaterUnderTheSameLoadHadBeenSavedUp(double more, boolean says429, boolean isRate) {
        Diagnosis steady = saying429(20, 20);
        List<LoadLevel> levels = steady.levels().stream()
                .map(level -> level.withRested(new LoadLevel(
                        level.offered(),
                        new LoadLevel.AnswerRate(more * level.answerRate().perSecond(), 0.01),
                        level.failedRequests(),
                        level.processors(),
                        level.threadsByPlace())))
                .map(level -> says429
                        ? level
                        : new LoadLevel(
                                level.offered(),
                                level.answerRate(),
                                LoadLevel.FailedRequests.NONE,
                                level.processors(),
                                level.threadsByPlace()))
                .toList();

        assertThat(RateLaw.of(new Diagnosis(steady.single(), levels, steady.placesAtRest(), ""))
                        .isPresent())
                .isEqualTo(isRate);
    }

    private static Diagnosis saying429(double... served) {
        return new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, (long) (SECONDS * 1e9)))),
                IntStream.range(0, served.length)
                        .mapToObj(i -> new LoadLevel(
                                40 + 20 * i,
                                new LoadLevel.AnswerRate(served[i] / SECONDS, 0.01),
                                new LoadLevel.FailedRequests(1_000, "429", 10, true),
                                LoadLevel.ProcessorsUsed.NOT_SEEN,
                                ThreadsByPlace.notSeen("simulated")))
                        .toList(),
                ThreadsByPlace.notSeen("simulated"),
                "");
    }

    @Test
    void aNumberInEachSecondIsAnsweredInABurst() {
        Diagnosis windows = beyond(40, inEachSecond(100), inEachSecond(100));

        assertThat(RateLaw.burst(windows, 1_000)).isPositive();
        assertThat(RateLaw.of(windows.with(burst(100, 100, OptionalDouble.empty()))))
                .hasValueSatisfying(rate -> assertThat(rate.perSecond()).isBetween(80.0, 120.0));
    }

    @Test
    void onlyStepsThatPassedSayWhatIsLetThrough() {
        assertThat(RateLaw.passedPerSecond(List.of(step(16, true, 76), step(23, true, 108), step(41, false, 224))))
                .isEqualTo(108);
        assertThat(RateLaw.passedPerSecond(List.of())).isZero();
    }

    private static Step step(int target, boolean passed, double perSecond) {
        Sample sample = Fixtures.sample(1, false, 0);
        return new Step(1, target, passed ? target : 0, passed, passed ? "" : "429", 2_000_000_000, sample, sample)
                .with(new Step.Generator(
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(perSecond),
                        OptionalDouble.empty()));
    }

    private static Diagnosis lone(double restedSeconds, double perSecond, long refused) {
        return Diagnosis.NONE.with(new Pacing(
                Optional.of(new Pacing.SingleClient(
                        restedSeconds, 200, perSecond, new LoadLevel.FailedRequests(refused, "HTTP/1.1 503"))),
                Optional.empty()));
    }

    @Test
    void aSingleClientThatIsRefusedMeetsARate() {
        assertThat(RateLaw.of(lone(0.001, 100, 300))).hasValueSatisfying(rate -> {
            assertThat(rate.perSecond()).isEqualTo(100);
            assertThat(RateLaw.isProved(rate, Pacing.NONE)).isTrue();
            assertThat(RateLaw.calmPerSecond(rate)).isEqualTo(50);
        });
    }

    @Test
    void workersThatGoOnAfterTheirAnswerLookLikeARateUnlessTheStatusSaysSo() {
        RateLaw.RateLimit refused = RateLaw.of(lone(0.001, 100, 300)).orElseThrow();
        Pacing.SingleClient told = new Pacing.SingleClient(
                0.001, 200, 100, new LoadLevel.FailedRequests(300, "got: HTTP/1.1 429 Too Many", 100, true));

        assertThat(refused.statedByServer()).isFalse();
        assertThat(refused.why()).contains("its workers go on working after their answer");
        assertThat(RateLaw.of(Diagnosis.NONE.with(new Pacing(Optional.of(told), Optional.empty()))))
                .hasValueSatisfying(rate -> assertThat(rate.statedByServer()).isTrue());
    }

    @Test
    void errorsThatComeAtASlowPaceAsWellAreNoRate() {
        Pacing.SlowPace failed = new Pacing.SlowPace(1_000, 150, "1 x unexpected-status");
        Pacing seldom = lone(0.001, 300, 200).pacing().with(failed);
        Pacing often = lone(0.001, 30, 500).pacing().with(failed);
        RateLaw.RateLimit rate = RateLaw.of(Diagnosis.NONE.with(seldom)).orElseThrow();

        assertThat(RateLaw.isProved(rate, seldom)).isFalse();
        assertThat(RateLaw.isProved(rate, seldom.with(new Pacing.SlowPace(1_000, 150, ""))))
                .isTrue();
        assertThat(RateLaw.isProved(rate, often)).isTrue();
    }

    @Test
    void manyThatGetLessThanASingleClientAreStoppedByNoRate() {
        Diagnosis slower = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 5_000_000L))),
                List.of(flat(20), flat(30)),
                ThreadsByPlace.notSeen("simulated"),
                "");

        assertThat(RateLaw.of(slower)).as("no single client was tried").isEmpty();
        assertThat(RateLaw.of(slower.with(lone(0.005, 190, 0).pacing()))).isEmpty();
        assertThat(RateLaw.of(slower.with(lone(0.005, 105, 0).pacing()))).isPresent();
    }

    @Test
    void aServerThatFailsNowAndThenIsNoRate() {
        assertThat(RateLaw.of(lone(0.001, 950, 3))).isEmpty();
        assertThat(RateLaw.of(lone(0.001, 950, 0))).isEmpty();
    }

    @Test
    void aSingleClientThatIsSlowedDownMeetsARateIfAllTogetherGetNoMore() {
        Pacing slowed = new Pacing(
                Optional.of(new Pacing.SingleClient(0.002, 200, 100, LoadLevel.FailedRequests.NONE)), Optional.empty());
        Diagnosis all = new Diagnosis(
                        Optional.of(new ServiceTime(Collections.nCopies(10, 10_000_000L))),
                        List.of(flat(20), flat(30)),
                        ThreadsByPlace.notSeen("simulated"),
                        "")
                .with(slowed);

        assertThat(RateLaw.needsSingleClient(all)).isTrue();
        assertThat(RateLaw.of(all))
                .hasValueSatisfying(rate -> assertThat(rate.byOneClient()).isTrue());
        // Packets that wait for an acknowledgement slow down each client by itself.
        assertThat(RateLaw.of(Diagnosis.NONE.with(slowed))).isEmpty();
    }

    @Test
    void aBurstThatIsAnsweredIsNotLimitedInNumber() {
        Diagnosis refusing = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 20_000_000L))),
                List.of(refused(flat(20)), refused(flat(30))),
                ThreadsByPlace.notSeen("simulated"),
                "");

        assertThat(RateLaw.burst(refusing, 1_000)).isEqualTo(12);
        assertThat(RateLaw.burst(refusing, 5)).isZero();
        Diagnosis brief = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 5_000_000L))),
                refusing.levels(),
                ThreadsByPlace.notSeen("simulated"),
                "");
        assertThat(RateLaw.burst(brief, 1_000)).isZero();
        assertThat(RateLaw.of(refusing.with(burst(12, 3, OptionalDouble.empty()))))
                .isEmpty();
        assertThat(RateLaw.of(refusing.with(burst(12, 12, OptionalDouble.empty()))))
                .hasValueSatisfying(rate -> assertThat(rate.perSecond()).isEqualTo(100));
    }

    /** A bucket of a second's tokens, which lets those wait that find it empty, as Guava's does. */
    private static Admission waitingBucket(double perSecond) {
        double[] next = {-1};
        return arrival -> {
            next[0] = Math.max(next[0], arrival - 1);
            double start = Math.max(arrival, next[0]);
            next[0] += 1 / perSecond;
            return start;
        };
    }

    @Test
    void aBucketThatIsFullAtOneLevelAloneIsAskedForABurst() {
        Admission empty = waitingBucket(50);
        for (int i = 0; i < 50; i++) {
            double ignored = empty.applyAsDouble(0);
        }
        Diagnosis waits = beyond(20, waitingBucket(50), empty);

        assertThat(ConcurrencyLaw.of(waits)).isInstanceOf(Law.Limit.class);
        assertThat(RateLaw.of(waits)).isEmpty();
        assertThat(RateLaw.burst(waits, 1_000)).isBetween(45, 60);
        assertThat(RateLaw.of(waits.with(burst(50, 50, OptionalDouble.empty()))))
                .hasValueSatisfying(rate -> assertThat(rate.perSecond()).isBetween(45.0, 55.0));
        assertThat(RateLaw.of(waits.with(burst(50, 10, OptionalDouble.empty()))))
                .as("as many as are served at once")
                .isEmpty();
    }

    @Test
    void placesThatTheFirstRoundsHaveShownNeedNoBurst() {
        assertThat(RateLaw.burst(beyond(20, atOnce(20), atOnce(20)), 1_000)).isZero();
    }

    @Test
    void slowRequestsAreAskedForNoBurst() {
        Diagnosis slow = new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 6_000_000_000L))),
                List.of(flat(1_500), flat(2_000)),
                ThreadsByPlace.notSeen("simulated"),
                "");

        assertThat(ConcurrencyLaw.of(slow)).isInstanceOf(Law.Limit.class);
        assertThat(RateLaw.burst(slow, 10_000)).isZero();
    }

    private static LoadLevel refused(LoadLevel level) {
        return new LoadLevel(
                level.offered(),
                level.answerRate(),
                new LoadLevel.FailedRequests(100, "429"),
                level.processors(),
                level.threadsByPlace(),
                level.bursts(),
                level.outbound());
    }

    private static LoadLevel flat(int offered) {
        return new LoadLevel(
                offered,
                new LoadLevel.AnswerRate(100, 0.01),
                LoadLevel.FailedRequests.NONE,
                new LoadLevel.ProcessorsUsed(OptionalDouble.of(0.02), 2, OptionalDouble.of(0.1)),
                ThreadsByPlace.notSeen("simulated"));
    }

    @Test
    void theControlHasMoreThanFailedAsFarAsThereIsTime() {
        assertThat(RateLaw.calmConnections(30, 50, 10_000)).isEqualTo(250);
        assertThat(RateLaw.calmConnections(300, 50, 10_000)).isEqualTo(600);
        assertThat(RateLaw.calmConnections(3_000, 50, 10_000)).isEqualTo(750);
        assertThat(RateLaw.calmConnections(300, 50, 310)).isEqualTo(310);
        assertThat(RateLaw.calmConnections(300, 0.5, 310)).isEqualTo(7);
        assertThat(RateLaw.calmConnections(100, 5_000, 100_000)).isEqualTo(4_196);
    }

    @Test
    void aRateOfLessThanOneASecondHasNoControl() {
        assertThat(RateLaw.calmPerSecond(new RateLaw.RateLimit(0.3, "slow", true, true)))
                .isZero();
    }
}
