package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.JvmSettings;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmReadbackTest {

    private static final long MEBIBYTE = 1 << 20;

    private static JvmSettings asked(OptionalLong stack, OptionalLong direct) {
        return new JvmSettings(new Jdk(Path.of("/jdk"), "25.0.1", 25), Limit.of(64 * MEBIBYTE), stack, direct, "G1");
    }

    private static JvmReadback used(long heap, long stack, long direct, String collector) {
        return new JvmReadback(Limit.of(heap), Limit.of(stack), Limit.of(direct), collector);
    }

    @Test
    void aJvmThatUsesWhatWasAskedForDiffersInNothing() {
        assertThat(used(64 * MEBIBYTE, 256 << 10, 32 * MEBIBYTE, "G1")
                        .differencesFrom(asked(OptionalLong.of(256 << 10), OptionalLong.of(32 * MEBIBYTE))))
                .isEmpty();
    }

    @Test
    void everyOtherSettingIsADifference() {
        assertThat(used(128 * MEBIBYTE, 1 << 20, 16 * MEBIBYTE, "Serial")
                        .differencesFrom(asked(OptionalLong.of(256 << 10), OptionalLong.of(32 * MEBIBYTE))))
                .containsExactly(
                        "heap: asked 67108864, used 134217728",
                        "stack: asked 262144, used 1048576",
                        "direct memory: asked 33554432, used 16777216",
                        "collector: asked G1, used Serial");
    }

    @Test
    void whatWasLeftToTheJvmIsNotCompared() {
        assertThat(used(64 * MEBIBYTE, 1 << 20, 16 * MEBIBYTE, "G1")
                        .differencesFrom(asked(OptionalLong.empty(), OptionalLong.empty())))
                .isEmpty();
    }

    @Test
    void whatIsNotSeenIsNoDifference() {
        assertThat(JvmReadback.NOT_SEEN.differencesFrom(
                        asked(OptionalLong.of(256 << 10), OptionalLong.of(32 * MEBIBYTE))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"67108864, true", "68157440, true", "69206016, false", "67108863, false", "33554432, false"})
    void aHeapThatIsRoundedUpToRegionsIsTheOneThatWasAskedFor(long heap, boolean same) {
        assertThat(new JvmReadback(Limit.of(heap), Limit.NOT_SEEN, Limit.NOT_SEEN, "")
                        .differencesFrom(asked(OptionalLong.empty(), OptionalLong.empty()))
                        .isEmpty())
                .isEqualTo(same);
    }
}
