package io.ceiling.harness.verdict.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.result.law.ServiceTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceTimeTest {

    private static final long MILLI = 1_000_000;

    private static ServiceTime of(long... millis) {
        return new ServiceTime(
                Arrays.stream(millis).mapToObj(time -> time * MILLI).toList());
    }

    @Test
    void aSlowRequestCountsSinceItMayBeAMiss() {
        ServiceTime misses = of(100, 100, 100, 100, 100, 100, 100, 100, 1_000, 1_000);

        assertThat(misses.meanSeconds()).isCloseTo(0.28, within(0.001));
        assertThat(misses.relativeError()).isGreaterThan(0.8);
        assertThat(misses.isServedInRounds()).isFalse();
    }

    /** A pause of the host makes one of ten longer, and leaves the rounds of the others alone. */
    @Test
    void oneOfTenThatIsSlowBlursNoRound() {
        ServiceTime paused = of(300, 301, 302, 303, 304, 305, 306, 307, 308, 900);

        assertThat(paused.meanSeconds()).isCloseTo(0.364, within(0.001));
        assertThat(paused.isServedInRounds()).isTrue();
    }

    @Test
    void ofTimesThatDifferTheMeanCountsAndItsErrorIsLarge() {
        ServiceTime differing = of(100, 100, 100, 200, 200, 400, 400, 800, 800, 900);

        assertThat(differing.meanSeconds()).isCloseTo(0.4, within(0.001));
        assertThat(differing.relativeError()).isGreaterThan(0.3);
    }

    @Test
    void theSpreadOfOneRequestIsNotKnown() {
        assertThat(new ServiceTime(List.of(5 * MILLI)).relativeError()).isEqualTo(0.25);
    }
}
