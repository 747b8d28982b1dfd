package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HostSharesTest {

    private static final long SECOND = 1_000_000_000L;

    private static HostReading reading(long processes, long softirq, long idle, long iowait) {
        return HostReadings.notSeen()
                .cpu(processes * SECOND, softirq * SECOND, idle * SECOND, iowait * SECOND)
                .build();
    }

    @Test
    void interruptsAndWaitsForADiskAreNotIdle() {
        HostShares shares = HostShares.between(reading(10, 10, 10, 10), reading(14, 13, 12, 11));

        assertThat(shares.idle()).hasValue(0.2);
        assertThat(shares.iowait()).hasValue(0.1);
        assertThat(shares.softirq()).hasValue(0.3);
        assertThat(shares.steal()).hasValue(0);
    }

    @Test
    void whatOneEndDidNotSeeIsUnknownAndNotIdle() {
        assertThat(HostShares.between(HostReading.NOT_SEEN, reading(1, 2, 3, 4)))
                .isEqualTo(HostShares.NOT_SEEN);
    }

    /** In a container the kernel counts the time of processors that the container does not have. */
    @Test
    void processorsOfOthersSayNothingOfThoseThatMayBeUsed() {
        HostReading.HostCpu before = reading(10, 10, 10, 10).cpu();
        HostReading.HostCpu after = reading(14, 13, 12, 11).cpu();

        assertThat(after.busySince(before, 5 * SECOND, 2)).hasValue(0.7);
        assertThat(after.busySince(before, 5 * SECOND, 1)).isEmpty();
        assertThat(after.busySince(HostReading.HostCpu.NOT_SEEN, 5 * SECOND, 2)).isEmpty();
    }

    @Test
    void withoutTimeThereIsNoShare() {
        assertThat(HostShares.between(reading(1, 1, 1, 1), reading(1, 1, 1, 1)).idle())
                .isEqualTo(OptionalDouble.empty());
    }
}
