package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.anatomy.NativeMemory.Category;
import io.ceiling.harness.reading.Observation;
import org.junit.jupiter.api.Test;

class NativeMemoryTextTest {

    private static final String OF_JDK_25 =
            """
            Native Memory Tracking:

            Total: reserved=1551517867, committed=152922283
                   malloc: 18299051 #46700, peak=18292231 #44912
                   mmap:   reserved=1533218816, committed=134623232

            -                 Java Heap (reserved=67108864, committed=67108864)
                                        (mmap: reserved=67108864, committed=67108864, at peak)

            -                    Thread (reserved=19985936, committed=984592)
                                        (threads #19)
                                        (stack: reserved=19922944, committed=921600, peak=921600)
                                        (malloc=42592 tag=Thread #115) (peak=50976 #119)
                                        (arena=20400 #34) (peak=803592 #30)

            -                        GC (reserved=39237919, committed=39237919)
                                        (malloc=4360479 tag=GC #1271) (peak=4363319 #1355)
                                        (mmap: reserved=34877440, committed=34877440, at peak)

            -    Native Memory Tracking (reserved=853648, committed=853648)
                                        (tracking overhead=840600)

            -        Shared class space (reserved=16777312, committed=14241888, readonly=0)
                                        (malloc=96 tag=Shared class space #2) (at peak)
                                        (mmap: reserved=16777216, committed=14241792, peak=14454784)

            -               Arena Chunk (reserved=7290384, committed=7290384)
                                        (malloc=7290384 tag=Arena Chunk #278) (peak=9913048 #292)
            """;

    @Test
    void stacksWithoutGuardPagesMallocAndMappingsAreApartAndTheHeapIsLeftOut() {
        NativeMemory memory = NativeMemoryText.parse(OF_JDK_25).orElseThrow();

        assertThat(memory.stackBytes()).isEqualTo(Observation.of(921_600 - 19 * 16_384));
        assertThat(memory.categories())
                .containsOnlyKeys("Thread", "GC", "Shared class space")
                .containsEntry("Thread", new Category(62_992, 0))
                .containsEntry("GC", new Category(4_360_479, 34_877_440))
                .containsEntry("Shared class space", new Category(96, 14_241_792));
    }

    @Test
    void aJvmThatDoesNotTrackItsMemorySaysSo() {
        assertThat(NativeMemoryText.parse("Native memory tracking is not enabled"))
                .isEmpty();
    }

    @Test
    void unitsOfOlderJvmsAreUnderstood() {
        NativeMemory memory = NativeMemoryText.parse(
                        """
                -                        GC (reserved=37MB, committed=37MB)
                                            (malloc=5MB #1271)
                                            (mmap: reserved=32MB, committed=32MB)
                """)
                .orElseThrow();

        assertThat(memory.of("GC")).isEqualTo(new Category(5 << 20, 32 << 20));
        assertThat(memory.stackBytes()).isEqualTo(Observation.NOT_SEEN);
    }
}
