package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstsTest {

    private static Bursts drawing(int identifiers, long seed) {
        return new Bursts(10, 50, 1_000_000, identifiers, 1_000_000_000, seed);
    }

    private static int[] drawn(Bursts bursts, int count) {
        return LongStream.range(0, count).mapToInt(bursts::identifier).toArray();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "999,1", "1000,1", "1001,2", "10000,10", "9223372036854775807,9223372036854776"})
    void noBurstBeginsAfterTheDuration(long durationNanos, long bursts) {
        assertThat(new Bursts(10, 50, 1_000, 100, durationNanos, 1).count()).isEqualTo(bursts);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "7", "100", "1000"})
    void drawsEveryChannelAboutAsOften(int identifiers) {
        int each = 1_000;
        int[] counts = new int[identifiers];
        for (int identifier : drawn(drawing(identifiers, 42), each * identifiers)) {
            counts[identifier]++;
        }

        // Six standard deviations of what is left to chance.
        double most = 6 * Math.sqrt(each);
        assertThat(IntStream.of(counts)).allMatch(count -> Math.abs(count - each) <= most);
    }

    @Test
    void drawsTheSameAgainFromTheSameSeedAndSomethingElseFromAnother() {
        int[] drawn = drawn(drawing(1_000, 42), 1_000);

        assertThat(drawn(drawing(1_000, 42), 1_000)).isEqualTo(drawn);
        for (long other : new long[] {0, 41, 43, -42}) {
            int[] others = drawn(drawing(1_000, other), 1_000);
            long same =
                    IntStream.range(0, 1_000).filter(i -> drawn[i] == others[i]).count();
            assertThat(same).as("seed %d", other).isLessThan(20);
        }
    }

    @Test
    void neighboursAreDrawnIndependently() {
        int[] drawn = drawn(drawing(10, 7), 100_000);
        int[] pairs = new int[100];
        for (int i = 1; i < drawn.length; i++) {
            pairs[drawn[i - 1] * 10 + drawn[i]]++;
        }

        assertThat(IntStream.of(pairs)).allMatch(count -> Math.abs(count - 1_000) <= 200);
    }

    @Test
    void drawsFromAsManyChannelsAsThereCanBe() {
        int[] drawn = drawn(drawing(Integer.MAX_VALUE, 1), 10_000);

        assertThat(IntStream.of(drawn)).allMatch(identifier -> identifier >= 0);
        assertThat(IntStream.of(drawn).max().orElseThrow()).isGreaterThan(2_000_000_000);
        assertThat(IntStream.of(drawn).distinct()).hasSizeGreaterThan(9_990);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> new Bursts(0, 50, 1, 1, 1, 1))
                .hasMessageContaining("messages of a burst must be >= 1");
        assertThatThrownBy(() -> new Bursts(1, 31, 1, 1, 1, 1)).hasMessage("elements must have 32..8192 bytes, had 31");
        assertThatThrownBy(() -> new Bursts(1, 8193, 1, 1, 1, 1)).hasMessageContaining("had 8193");
        assertThatThrownBy(() -> new Bursts(1, 50, 0, 1, 1, 1))
                .hasMessageContaining("pause between bursts must be > 0");
        assertThatThrownBy(() -> new Bursts(1, 50, 1, 0, 1, 1)).hasMessageContaining("identifiers must be >= 1");
        assertThatThrownBy(() -> new Bursts(1, 50, 1, 1, -1, 1)).hasMessageContaining("duration must be >= 0");
    }
}
