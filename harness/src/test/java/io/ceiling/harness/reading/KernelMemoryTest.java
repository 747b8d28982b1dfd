package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelMemoryTest {

    private static final Observation ALL_SLABS = Observation.of(9_000_000);
    private static final Observation SOCKETS = Observation.of(100);

    @Test
    void theTotalHasTheCachesOfConnectionsStacksPageTablesAndPercpuMemory() {
        KernelMemory memory = new KernelMemory(
                HostReadings.slabs(1, 2, 3, 4, 5, 6), Observation.of(1_000), Observation.of(200), Observation.of(30));

        assertThat(memory.total(ALL_SLABS, SOCKETS)).isEqualTo(Observation.of(21 + 100 + 1_230));
    }

    @Test
    void allSlabsStandForCachesThatMayNotBeRead() {
        KernelMemory memory = new KernelMemory(
                KernelMemory.Slabs.NOT_SEEN, Observation.of(1_000), Observation.NOT_SEEN, Observation.NOT_SEEN);

        assertThat(memory.total(ALL_SLABS, SOCKETS)).isEqualTo(Observation.of(9_001_100));
        assertThat(KernelMemory.NOT_SEEN.total(ALL_SLABS, SOCKETS)).isEqualTo(Observation.of(9_000_100));
        assertThat(KernelMemory.NOT_SEEN.total(Observation.NOT_SEEN, SOCKETS)).isEqualTo(Observation.NOT_SEEN);
    }
}
