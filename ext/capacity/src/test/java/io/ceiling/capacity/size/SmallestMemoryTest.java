package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.capacity.size.SmallestMemory.MemoryTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SmallestMemoryTest {

    private static final long MEBIBYTE = 1L << 20;

    private static MemoryTrial held(long mebibytes, long peak) {
        return new MemoryTrial(mebibytes * MEBIBYTE, true, OptionalLong.of(peak * MEBIBYTE));
    }

    private static MemoryTrial failed(long mebibytes) {
        return new MemoryTrial(mebibytes * MEBIBYTE, false, OptionalLong.of(mebibytes * MEBIBYTE));
    }

    @Test
    void memoryThatTheServerNeverHadIsLeftOutOfTheSecondTrial() {
        assertThat(SmallestMemory.next(List.of(held(232, 160)))).hasValue(167 * MEBIBYTE);
    }

    @Test
    void memoryThatWasFullIsTriedWithATenthLess() {
        assertThat(SmallestMemory.next(List.of(held(200, 199)))).hasValue(180 * MEBIBYTE);
    }

    @Test
    void edgeIsFoundWhereATenthLessDoesNotHold() {
        List<MemoryTrial> trials = List.of(held(232, 160), held(167, 160), failed(150));

        assertThat(SmallestMemory.isFound(trials)).isTrue();
        assertThat(SmallestMemory.smallestHeld(trials)).hasValue(167 * MEBIBYTE);
        assertThat(SmallestMemory.next(trials)).isEmpty();
    }

    @Test
    void peakThatWasTooLittleIsApproachedFromAbove() {
        assertThat(SmallestMemory.next(List.of(held(232, 160), failed(167)))).hasValue(208 * MEBIBYTE);
    }

    @Test
    void settingsThatHoldNothingHaveNoEdge() {
        assertThat(SmallestMemory.next(List.of(failed(232)))).isEmpty();
        assertThat(SmallestMemory.isFound(List.of(failed(232)))).isFalse();
    }

    /** The pages of files are taken back by the kernel, so the server holds its connections with less than its peak. */
    @Property
    void anyEdgeIsFoundWithinATenth(
            @ForAll @IntRange(min = 60, max = 1_000) int edge,
            @ForAll @IntRange(min = 0, max = 40) int percentOfFiles,
            @ForAll @IntRange(min = 0, max = 60) int percentTooMuch) {
        long peak = edge * (100L + percentOfFiles) / 100;
        List<MemoryTrial> trials = new ArrayList<>();
        OptionalLong next = OptionalLong.of(peak * (100 + percentTooMuch) / 100 * MEBIBYTE);
        while (next.isPresent()) {
            long mebibytes = next.getAsLong() / MEBIBYTE;
            trials.add(mebibytes >= edge ? held(mebibytes, Math.min(mebibytes, peak)) : failed(mebibytes));
            next = SmallestMemory.next(trials);
        }

        assertThat(SmallestMemory.isFound(trials)).as("%s", trials).isTrue();
        long least = SmallestMemory.smallestHeld(trials).orElseThrow() / MEBIBYTE;
        assertThat(least).isGreaterThanOrEqualTo(edge);
        assertThat(SmallestMemory.tenthLess(least * MEBIBYTE) / MEBIBYTE).isLessThan(edge);
    }
}
