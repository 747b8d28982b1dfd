package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.TreeCpu.ProcessTimes;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TreeCpuTest {

    private final TreeCpu cpu = new TreeCpu();

    @Test
    void theTimeOfAWorkerThatHasEndedCountsOnceWhereItsParentHasNotedIt() {
        assertThat(cpu.total(Map.of(1L, new ProcessTimes(10, 0), 2L, new ProcessTimes(100, 0))))
                .isEqualTo(110);

        assertThat(cpu.total(Map.of(1L, new ProcessTimes(11, 130))))
                .as("with its last 30")
                .isEqualTo(141);
    }

    @Test
    void theTimeOfAWorkerThatNobodyNotesIsWhatWasSeenLast() {
        assertThat(cpu.total(Map.of(1L, new ProcessTimes(10, 0), 2L, new ProcessTimes(100, 5))))
                .isEqualTo(115);

        assertThat(cpu.total(Map.of(1L, new ProcessTimes(12, 0)))).isEqualTo(117);
        assertThat(cpu.total(Map.of(1L, new ProcessTimes(13, 0)))).isEqualTo(118);
    }

    @Test
    void aWorkerThatStartsAndEndsBetweenTwoReadingsCounts() {
        long before = cpu.total(Map.of(1L, new ProcessTimes(10, 7)));

        assertThat(cpu.total(Map.of(1L, new ProcessTimes(10, 57))) - before).isEqualTo(50);
    }

    /** Workers 2, 3, .. of which each works for some time and ends in one of two ways. */
    @Property
    void theSumNeverFalls(@ForAll @Size(max = 20) List<@IntRange(max = 50) Integer> worked, @ForAll boolean noted) {
        TreeCpu sum = new TreeCpu();
        long ended = 0;
        long last = 0;
        for (int i = 0; i < worked.size(); i++) {
            long now = sum.total(Map.of(1L, new ProcessTimes(i, ended), i + 2L, new ProcessTimes(worked.get(i), 0)));
            assertThat(now).isGreaterThanOrEqualTo(last);
            last = now;
            ended += noted ? worked.get(i) : 0;
        }
    }
}
