package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DutyCycleTest {

    private static final long MILLI = 1_000_000;

    @Test
    void aReadingThatIsCheapComesAsOftenAsItIsWanted() {
        assertThat(DutyCycle.HUNDREDTH.nanos(200 * MILLI, MILLI)).isEqualTo(200 * MILLI);
    }

    @Test
    void aLookThroughAMillionSocketsComesOnceInMinutes() {
        assertThat(DutyCycle.HUNDREDTH.nanos(200 * MILLI, 2_000 * MILLI)).isEqualTo(200_000 * MILLI);
        assertThat(DutyCycle.TENTH.nanos(2 * MILLI, 2_000 * MILLI)).isEqualTo(20_000 * MILLI);
    }

    @Property(tries = 200)
    void allReadingsTogetherTakeAHundredthAtMost(
            @ForAll @Size(min = 1, max = 50) List<@LongRange(min = 1, max = 1_000_000_000) Long> readings) {
        long took = 0;
        long now = 0;
        for (long each : readings) {
            took += each;
            now += DutyCycle.HUNDREDTH.nanos(MILLI, each);
        }

        assertThat(took * 100).isLessThanOrEqualTo(now);
    }
}
