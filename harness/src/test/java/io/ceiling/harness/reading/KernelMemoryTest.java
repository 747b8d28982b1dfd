package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelMemoryTest {

    private static final Seen ALL_SLABS = Seen.of(9_000_000);
    private static final Seen SOCKETS = Seen.of(100);

    @Test
    void theTotalHasTheCachesOfConnectionsStacksPageTablesAndPercpuMemory() {
        KernelMemory memory =
                new KernelMemory(HostReadings.slabs(1, 2, 3, 4, 5, 6), Seen.of(1_000), Seen.of(200), Seen.of(30));

        assertThat(memory.total(ALL_SLABS, SOCKETS)).isEqualTo(Seen.of(21 + 100 + 1_230));
    }

    @Test
    void allSlabsStandForCachesThatMayNotBeRead() {
        KernelMemory memory = new KernelMemory(KernelMemory.Slabs.NOT_SEEN, Seen.of(1_000), Seen.NOT, Seen.NOT);

        assertThat(memory.total(ALL_SLABS, SOCKETS)).isEqualTo(Seen.of(9_001_100));
        assertThat(KernelMemory.NOT_SEEN.total(ALL_SLABS, SOCKETS)).isEqualTo(Seen.of(9_000_100));
        assertThat(KernelMemory.NOT_SEEN.total(Seen.NOT, SOCKETS)).isEqualTo(Seen.NOT);
    }
}
