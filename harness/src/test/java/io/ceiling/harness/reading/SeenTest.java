package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SeenTest {

    @Test
    void sumsAndDifferencesAreOfWhatWasSeen() {
        assertThat(Seen.of(5).plus(Seen.of(7))).isEqualTo(Seen.of(12));
        assertThat(Seen.of(5).since(Seen.of(7))).isEqualTo(Seen.of(-2));
    }

    @Test
    void nothingFollowsFromAFigureThatWasNotSeen() {
        assertThat(Seen.of(5).plus(Seen.NOT)).isEqualTo(Seen.NOT);
        assertThat(Seen.NOT.plus(Seen.of(5))).isEqualTo(Seen.NOT);
        assertThat(Seen.of(5).since(Seen.NOT)).isEqualTo(Seen.NOT);
        assertThat(Seen.NOT.since(Seen.of(5))).isEqualTo(Seen.NOT);
        assertThat(Seen.NOT.isAtLeast(Long.MIN_VALUE)).isFalse();
        assertThat(Seen.NOT.orElse(3)).isEqualTo(3);
    }

    @Test
    void zeroIsNotTheSameAsNotSeen() {
        assertThat(Seen.of(0)).isNotEqualTo(Seen.NOT);
        assertThat(Seen.of(0)).hasToString("0");
        assertThat(Seen.NOT).hasToString("");
        assertThat(Seen.ofNegativeNot(-1)).isEqualTo(Seen.NOT);
        assertThat(Seen.ofNegativeNot(0)).isEqualTo(Seen.of(0));
    }
}
