package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.traffic.SteadyMedians.Second;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class RequestWarmUpTest {

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private int sent;

    private WarmUp warmUp(IntFunction<Second> server, int endsAfter) {
        return new RequestWarmUp(clock, () -> sent >= endsAfter).run(second -> {
            sent++;
            clock.passes(1_000_000_000);
            return server.apply(second);
        });
    }

    @Test
    void goesOnUntilAnswersNoLongerBecomeFaster() {
        WarmUp warmUp = warmUp(second -> new Second(500, Math.max(200_000L, 2_000_000L >> second)), 100);

        assertThat(sent).isEqualTo(7);
        assertThat(warmUp).isEqualTo(new WarmUp(0, 7_000_000_000L, 0, 0, ""));
        assertThat(new WarmUp(64, 1, 1, 0, "").plus(warmUp).steady()).isTrue();
    }

    @Test
    void aServerThatNeverBecomesSteadyIsMarked() {
        WarmUp warmUp = warmUp(second -> new Second(500, second % 2 == 0 ? 200_000 : 400_000), 100);

        assertThat(sent).isEqualTo(RequestWarmUp.MAX_SECONDS);
        assertThat(new WarmUp(64, 1, 1, 0, "").plus(warmUp).mark())
                .hasValueSatisfying(mark -> assertThat(mark).contains("0.400, 0.200, 0.400 ms"));
    }

    @Test
    void trafficThatIsTooRareEndsItEarly() {
        WarmUp warmUp = warmUp(second -> new Second(2, 200_000), 100);

        assertThat(sent).isEqualTo(3);
        assertThat(warmUp.why()).startsWith("fewer than 20 answers");
    }

    @Test
    void aServerThatIsGoneIsNotAskedAgain() {
        WarmUp warmUp = warmUp(second -> new Second(500, 200_000L << second), 2);

        assertThat(sent).isEqualTo(2);
        assertThat(warmUp.unsteadyServers()).isEqualTo(1);
    }
}
