package io.ceiling.harness.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.LoadReading;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class RecorderTest {

    private static final long SECOND = 1_000_000_000;

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private int readings;

    private Recorder recorder(long cost) {
        return new Recorder(
                        () -> {
                            readings++;
                            clock.computes(cost);
                            return Fakes.server(0, 0);
                        },
                        steady -> new ServerProbe.Collected(true, Fakes.server(0, 0)),
                        () -> Fakes.HOST,
                        sample -> {},
                        clock::nanoTime,
                        0)
                .limitCpuUse(clock::cpuNanos);
    }

    private int readingsInAMinute(long cost, BiConsumer<Recorder, LoadReading> tick) {
        Recorder recorder = recorder(cost);
        while (clock.nanoTime() < 60 * SECOND) {
            tick.accept(recorder, LoadReading.NONE);
            clock.pause();
        }
        return readings;
    }

    @Test
    void whereNoCollectionIsAllowedNoReadingMakesOne() {
        Recorder recorder = recorder(0);
        recorder.allowCollections(false);

        assertThat(recorder.afterGc(LoadReading.NONE).afterGc()).isFalse();
        assertThat(recorder.rightAfterGc(LoadReading.NONE).afterGc()).isFalse();
        assertThat(recorder.collected(true).afterGc()).isFalse();
        assertThat(recorder.collect(true).afterGc())
                .as("of one of several instances")
                .isFalse();

        recorder.allowCollections(true);
        assertThat(recorder.afterGc(LoadReading.NONE).afterGc()).isTrue();
    }

    @Test
    void aServerIsReadFiveTimesASecond() {
        assertThat(readingsInAMinute(SECOND / 1000, Recorder::tick)).isBetween(280, 300);
    }

    @Test
    void readingsThatLookThroughVeryManySocketsTakeATenthOfAProcessor() {
        assertThat(readingsInAMinute(SECOND, Recorder::tick)).isEqualTo(6);
    }

    @Test
    void inALongHoldThereIsAReadingForEachRowOfSamples() {
        assertThat(readingsInAMinute(SECOND / 1000, Recorder::tickForCsv)).isBetween(55, 60);
    }
}
