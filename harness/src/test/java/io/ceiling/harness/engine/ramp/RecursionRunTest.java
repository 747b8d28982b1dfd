package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.reading.Observation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecursionRunTest {

    private final AtomicInteger depth = new AtomicInteger();
    private final AtomicInteger levelsNow = new AtomicInteger();
    private final AtomicBoolean mustStop = new AtomicBoolean();
    private final CompletableFuture<String> request = new CompletableFuture<>();
    private Runnable everyPause = () -> {};
    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> everyPause.run());

    private RecursionRun.RecursionResult run(int cap) {
        Recorder recorder = Fakes.recorder(clock, depth::get, levelsNow::get);
        return new RecursionRun(
                        Fakes.RAMP,
                        recorder,
                        clock,
                        () -> Observation.of(depth.get()),
                        mustStop::get,
                        new EffortMeter(clock::nanoTime))
                .run(() -> request, cap);
    }

    private void growTo(int limit, String answer) {
        everyPause = () -> {
            levelsNow.set(Math.min(limit, depth.addAndGet(depth.get() < limit ? 10 : 0)));
            if (depth.get() >= limit) {
                request.complete(answer);
            }
        };
    }

    @Test
    void reportsTheDeepestLevelThatTheServerReachedWhateverTheAnswerSays() {
        growTo(400, "{\"reached\":1,\"failure\":\"Read timed out\"}");

        RecursionRun.RecursionResult outcome = run(100_000);

        assertThat(outcome.deepest()).isEqualTo(400);
        assertThat(outcome.step().passed()).isFalse();
        assertThat(outcome.step().target()).isEqualTo(401);
        assertThat(outcome.answer()).contains("\"reached\":1");
    }

    @Test
    void passesWhenTheCapIsMet() {
        growTo(400, "{\"reached\":400,\"failure\":null}");

        RecursionRun.RecursionResult outcome = run(400);

        assertThat(outcome.step().passed()).isTrue();
        assertThat(outcome.step().served()).isEqualTo(400);
    }

    @Test
    void givesUpOnAChainThatStandsStillWithoutAnAnswer() {
        everyPause = () -> {
            depth.set(70);
            levelsNow.set(70);
        };

        RecursionRun.RecursionResult outcome = run(100_000);

        assertThat(outcome.deepest()).isEqualTo(70);
        assertThat(outcome.answer()).startsWith("no answer 2");
    }

    @Test
    void waitsForADeepChainThatIsStillComingBackUp() {
        AtomicInteger pauses = new AtomicInteger();
        everyPause = () -> {
            depth.set(5000);
            levelsNow.set(Math.max(0, 5000 - pauses.incrementAndGet()));
            if (levelsNow.get() == 0) {
                request.complete("{\"reached\":5000,\"failure\":\"x\"}");
            }
        };

        RecursionRun.RecursionResult outcome = run(100_000);

        assertThat(outcome.answer()).contains("\"reached\":5000");
    }

    @Test
    void readsCostPointsAtGrowingDepths() {
        growTo(1000, "{}");

        RecursionRun.RecursionResult outcome = run(100_000);

        assertThat(outcome.points()).hasSizeBetween(5, 12);
        assertThat(outcome.points()).allMatch(point -> point.afterGc());
    }

    @Test
    void tellsTheErrorOfARequestThatFailed() {
        request.completeExceptionally(new java.io.IOException("HTTP/1.1 header parser received no bytes"));

        assertThat(run(100).answer()).contains("received no bytes");
    }

    @Test
    void endsWhenTheServerIsGone() {
        mustStop.set(true);

        assertThat(run(100).step().passed()).isFalse();
    }
}
