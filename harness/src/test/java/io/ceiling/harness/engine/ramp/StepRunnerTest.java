package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepRunnerTest {

    private final AtomicBoolean mustStop = new AtomicBoolean();
    private Runnable everyPause = () -> {};
    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> everyPause.run());

    private StepRunner runner(FakeAgent agent) {
        return runner(agent, server -> StepTraffic.NONE);
    }

    private StepRunner runner(FakeAgent agent, Function<LoadedServer, StepTraffic> traffic) {
        return runner(new Fleet(List.of(agent)), 0, traffic);
    }

    private StepRunner runner(Fleet fleet, int halvings, Function<LoadedServer, StepTraffic> traffic) {
        return runner(Fakes.RAMP, fleet, halvings, traffic);
    }

    private StepRunner runner(
            RampSettings ramp, Fleet fleet, int halvings, Function<LoadedServer, StepTraffic> traffic) {
        Load load = new Load(Fakes.SCENARIO, ramp, fleet, clock, Fakes.noStop(clock));
        LoadedServer server = new LoadedServer(load, new Fakes.IdleSession(clock) {
            @Override
            public OptionalInt exitCode() {
                return mustStop.get() ? OptionalInt.of(1) : OptionalInt.empty();
            }
        });
        return new StepRunner(server, ramp, traffic.apply(server), halvings);
    }

    /** Half of the queue at most, as far as it is known, and never more than 32 or fewer than one. */
    @ParameterizedTest
    @CsvSource({"100, 0, 32", "50, 0, 25", "10, 0, 5", "10, 1, 2", "5, 0, 2", "2, 0, 1", "1, 0, 1", "100, 5, 1"})
    void noMoreConnectionsWaitAtOnceThanHalfOfTheListenQueue(long queue, int halvings, int window) {
        assertThat(StepRunner.window(Limit.of(queue), halvings)).isEqualTo(window);
    }

    @Test
    void anUnknownOrUnlimitedListenQueueIsTakenForThatOfTheSmallestDefault() {
        assertThat(StepRunner.window(Limit.NOT_SEEN, 0)).isEqualTo(32);
        assertThat(StepRunner.window(Limit.UNLIMITED, 1)).isEqualTo(16);
    }

    @Test
    void passesWhenEveryConnectionIsServedAndStaysAlive() {
        Step step = runner(new FakeAgent(1000)).run(1, 500);

        assertThat(step.passed()).isTrue();
        assertThat(step.served()).isEqualTo(500);
        assertThat(step.after().afterGc()).isTrue();
        assertThat(Duration.ofNanos(step.durationNanos())).isGreaterThanOrEqualTo(Fakes.RAMP.hold());
    }

    @Test
    void everyStepForgetsTheTimesOfTheStepsBefore() {
        FakeAgent agent = new FakeAgent(1000);
        StepRunner runner = runner(agent);

        Step first = runner.run(1, 200);
        Step second = runner.run(2, 400);

        assertThat(agent.timesForgotten()).isEqualTo(2);
        assertThat(first.outcome().slo()).contains(Fakes.RAMP.slo());
        assertThat(second.generator().opensPerSecond().orElseThrow()).isPositive();
    }

    @Test
    void failsWhenSomeConnectionsStayWithoutAnAnswer() {
        Step step = runner(new FakeAgent(300)).run(1, 500);

        assertThat(step.passed()).isFalse();
        assertThat(step.served()).isEqualTo(300);
        assertThat(step.failure()).isEqualTo("300 of 500 connections served, 32 still without an answer");
        assertThat(step.after().afterGc()).isFalse();
    }

    @Test
    void opensNoMoreThanAWindowBeyondWhatAFullServerTakes() {
        FakeAgent agent = new FakeAgent(300);

        runner(agent).run(1, 100_000);

        assertThat(agent.asked()).isLessThanOrEqualTo(300 + 32);
    }

    @Test
    void failsWhenTheServerClosesAConnectionWhileHeld() {
        FakeAgent agent = new FakeAgent(1000);
        AtomicInteger pauses = new AtomicInteger();
        everyPause = () -> {
            if (pauses.incrementAndGet() == 5) {
                agent.loseConnections(3);
            }
        };

        Step step = runner(agent).run(1, 100);

        assertThat(step.passed()).isFalse();
        assertThat(step.served()).isEqualTo(97);
        assertThat(step.failure()).startsWith("3 x closed-while-held");
    }

    /** A look takes time of the processors that are measured. In a short hold there are two pauses for each. */
    @Test
    void aLongHoldIsLookedAtMoreRarelyAndALossInItIsSeen() {
        FakeAgent agent = new FakeAgent(1000);
        AtomicInteger pauses = new AtomicInteger();
        everyPause = () -> {
            if (pauses.incrementAndGet() == 900) {
                agent.loseConnections(3);
            }
        };
        RampSettings ramp = Fakes.RAMP.toBuilder().hold(Duration.ofSeconds(5)).build();

        Step step = runner(ramp, new Fleet(List.of(agent)), 0, server -> StepTraffic.NONE)
                .run(1, 100);

        assertThat(step.failure()).startsWith("3 x closed-while-held");
        assertThat(pauses.get()).isBetween(900, 1_000).isGreaterThan(4 * agent.looks());
    }

    @Test
    void failsWhenAnAnswerIsSlowerThanTheSlo() {
        FakeAgent agent = new FakeAgent(1000);
        agent.answerWithin(Duration.ofMillis(1500).toNanos());

        Step step =
                runner(agent, server -> new ExchangeTraffic(server, Fakes.RAMP)).run(1, 100);

        assertThat(step.passed()).isFalse();
        assertThat(step.failure()).startsWith("slowest answer took 15").endsWith("SLO 1000 ms");
    }

    @Test
    void failsAtOnceWhenTheServerIsGone() {
        mustStop.set(true);

        Step step = runner(new FakeAgent(0)).run(1, 100);

        assertThat(step.passed()).isFalse();
        assertThat(Duration.ofNanos(step.durationNanos())).isLessThan(Fakes.RAMP.stallTimeout());
    }

    @Test
    void atTheCalmestPaceSeveralAgentsOpenOneAfterTheOther() {
        FakeAgent first = new FakeAgent(1000);
        FakeAgent second = new FakeAgent(1000);
        List<String> opened = new ArrayList<>();
        first.beforeOpening(alive -> opened.add("first"));
        second.beforeOpening(alive -> opened.add("second"));

        Step step = runner(new Fleet(List.of(first, second)), 5, server -> StepTraffic.NONE)
                .run(1, 4);

        assertThat(step.passed()).isTrue();
        assertThat(opened).containsExactly("first", "first", "second", "second");
    }

    @Test
    void nothingIsOpenedAfterAStepThatFailed() {
        FakeAgent agent = new FakeAgent(1000);
        agent.beforeOpening(alive -> mustStop.set(alive >= 96));

        Step step = runner(agent).run(1, 100_000);

        assertThat(step.passed()).isFalse();
        long asked = agent.asked();
        assertThat(agent.report().connections().requested()).isEqualTo(asked);
        assertThat(agent.report().connections().requested()).isEqualTo(asked);
        assertThat(asked).isLessThan(200);
    }

    @Test
    void goesOnFromTheConnectionsThatAreOpen() {
        FakeAgent agent = new FakeAgent(1000);
        StepRunner runner = runner(agent);
        runner.run(1, 100);

        Step second = runner.run(2, 150);

        assertThat(second.passed()).isTrue();
        assertThat(agent.asked()).isEqualTo(150);
    }
}
