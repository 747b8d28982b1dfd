package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.result.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpRunnerTest {

    private static final Duration SLO = Duration.ofSeconds(1);

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private final List<Integer> used = new ArrayList<>();
    private boolean ended;
    private boolean mustStop;
    private boolean letsGo = true;

    /** What a use of so many connections leads to; each takes one pause of the clock. */
    private interface Answering {
        WarmUpRunner.WarmUpStrategy.WarmUpOutcome of(int connections);
    }

    private WarmUp warm(int connections, Answering answering) throws InterruptedException {
        return warm(connections, connections, answering);
    }

    private WarmUp warm(int first, int most, Answering answering) throws InterruptedException {
        return new WarmUpRunner(SLO, clock, () -> mustStop)
                .run(
                        new Fakes.IdleSession(clock),
                        new WarmUpRunner.WarmUpStrategy() {
                            @Override
                            public WarmUpOutcome runRound(int each) {
                                used.add(each);
                                clock.pause();
                                return answering.of(each);
                            }

                            @Override
                            public boolean end() {
                                ended = true;
                                return letsGo;
                            }
                        },
                        first,
                        most);
    }

    private static WarmUpRunner.WarmUpStrategy.WarmUpOutcome answered(int connections, long slowestMillis) {
        return new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(connections, 0, slowestMillis * 1_000_000, true, false);
    }

    @Test
    void endsOnceAnswersAreSteadyAndClosesWhatIsOpen() throws Exception {
        WarmUp warmUp = warm(32, connections -> answered(connections, 3));

        assertThat(warmUp.steady()).isTrue();
        assertThat(warmUp.connections()).isEqualTo(32L * used.size());
        assertThat(warmUp.nanos()).isBetween(600_000_000L, 1_000_000_000L);
        assertThat(ended).isTrue();
    }

    @Test
    void goesOnWhileAnswersGetFaster() throws Exception {
        WarmUp warmUp = warm(32, connections -> answered(connections, 40_000 / used.size()));

        assertThat(warmUp.steady()).isTrue();
        // A tenth as long as at the end of the first round, and more.
        assertThat(used).hasSizeGreaterThan(60);
    }

    @Test
    void aServerThatNeverBecomesSteadyIsGivenUpAfterTheBoundAndSaysWhy() throws Exception {
        WarmUp warmUp = warm(32, connections -> answered(connections, used.size() < 30 ? 200 : 700));

        assertThat(warmUp.steady()).isFalse();
        assertThat(warmUp.unsteadyServers()).isEqualTo(1);
        assertThat(warmUp.why()).contains("the slowest answers took");
        assertThat(Duration.ofNanos(warmUp.nanos())).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
        assertThat(ended).isTrue();
    }

    @Test
    void usesFewerConnectionsWhereSomeAreNotServed() throws Exception {
        WarmUp warmUp = warm(
                32,
                connections -> connections > 5
                        ? new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(
                                connections, connections - 5, 1_000_000, true, false)
                        : answered(connections, 3));

        assertThat(warmUp.steady()).isTrue();
        assertThat(used).startsWith(32, 16, 8, 4).endsWith(4);
    }

    @Test
    void aServerWithFewerPlacesThanTheWarmUpTakesForGoodIsSteady() throws Exception {
        assertThat(warm(
                                1,
                                16,
                                connections -> used.size() < 5
                                        ? answered(2, 300)
                                        : new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(
                                                2, 2, 2_000_000_000L, true, true, true))
                        .steady())
                .isTrue();
        assertThat(used).hasSize(5);
    }

    @Test
    void aServerWhoseFirstAnswersDoNotComeIsNotSteady() throws Exception {
        assertThat(warm(
                                1,
                                16,
                                connections ->
                                        new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(1, 1, 2_000_000_000L, true, true))
                        .steady())
                .isFalse();
    }

    @Test
    void aServerThatServesOneRequestAtATimeIsAskedByAsManyAsItServesInTime() throws Exception {
        WarmUp warmUp = warm(1, 16, connections -> {
            // Each connection asks twice.
            clock.passes(connections * 600_000_000L);
            return answered(connections, connections * 300L);
        });

        assertThat(warmUp.steady()).isTrue();
        assertThat(used).startsWith(1, 2).doesNotContain(3, 4, 8, 16);
        assertThat(Duration.ofNanos(warmUp.nanos())).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void aServerThatServesManyAtOnceIsAskedByAsManyAsTheRampOpens() throws Exception {
        WarmUp warmUp = warm(1, 32, connections -> answered(connections, 300));

        assertThat(warmUp.steady()).isTrue();
        assertThat(used).startsWith(1, 2, 4, 8, 16, 32, 32).endsWith(32);
    }

    @Test
    void moreAreNotTriedAgainOnceSomeWereNotServed() throws Exception {
        WarmUp warmUp = warm(
                1,
                32,
                connections -> connections > 5
                        ? new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(
                                connections, connections - 5, 1_000_000, true, false)
                        : answered(connections, 3));

        assertThat(warmUp.steady()).isTrue();
        assertThat(used).startsWith(1, 2, 4, 8, 4).endsWith(4).containsOnlyOnce(8);
    }

    @Test
    void aServerThatServesNobodyIsLeftToTheFirstStep() throws Exception {
        WarmUp warmUp = warm(
                4,
                connections -> new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(connections, connections, 0, true, false));

        assertThat(warmUp.steady()).isFalse();
        assertThat(used).hasSizeLessThan(10);
        assertThat(ended).isTrue();
    }

    @Test
    void roundsBelowTheFullRateAreNotLookedAt() throws Exception {
        WarmUp warmUp = warm(
                32,
                connections -> new WarmUpRunner.WarmUpStrategy.WarmUpOutcome(
                        connections, 0, 3_000_000, used.size() > 500, false));

        assertThat(warmUp.steady()).isTrue();
        assertThat(used).hasSizeGreaterThan(500);
    }

    @Test
    void aServerThatHoldsOnToWhatWasClosedIsNotSteady() throws Exception {
        letsGo = false;

        WarmUp warmUp = warm(32, connections -> answered(connections, 3));

        assertThat(warmUp.steady()).isFalse();
        assertThat(warmUp.why()).isEqualTo("the server still held what its warm-up had closed");
    }

    @Test
    void stopsAtOnceWhenItMust() throws Exception {
        mustStop = true;

        WarmUp warmUp = warm(32, connections -> answered(connections, 3));

        assertThat(used).isEmpty();
        assertThat(warmUp.steady()).isFalse();
        assertThat(warmUp.why()).isEqualTo("no round of warm-up was possible");
        assertThat(ended).isTrue();
    }
}
