package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ObservationTest {

    @Test
    void sumsAndDifferencesAreOfWhatWasSeen() {
        assertThat(Observation.of(5).plus(Observation.of(7))).isEqualTo(Observation.of(12));
        assertThat(Observation.of(5).since(Observation.of(7))).isEqualTo(Observation.of(-2));
    }

    @Test
    void nothingFollowsFromAFigureThatWasNotSeen() {
        assertThat(Observation.of(5).plus(Observation.NOT_SEEN)).isEqualTo(Observation.NOT_SEEN);
        assertThat(Observation.NOT_SEEN.plus(Observation.of(5))).isEqualTo(Observation.NOT_SEEN);
        assertThat(Observation.of(5).since(Observation.NOT_SEEN)).isEqualTo(Observation.NOT_SEEN);
        assertThat(Observation.NOT_SEEN.since(Observation.of(5))).isEqualTo(Observation.NOT_SEEN);
        assertThat(Observation.NOT_SEEN.isAtLeast(Long.MIN_VALUE)).isFalse();
        assertThat(Observation.NOT_SEEN.orElse(3)).isEqualTo(3);
    }

    @Test
    void zeroIsNotTheSameAsNotSeen() {
        assertThat(Observation.of(0)).isNotEqualTo(Observation.NOT_SEEN);
        assertThat(Observation.of(0)).hasToString("0");
        assertThat(Observation.NOT_SEEN).hasToString("");
        assertThat(Observation.ofNegativeNotSeen(-1)).isEqualTo(Observation.NOT_SEEN);
        assertThat(Observation.ofNegativeNotSeen(0)).isEqualTo(Observation.of(0));
    }
}
