package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LevelsTest {

    @Test
    void fiveLevelsUpToTheConnectionsAskedForAreAboveAWarmUp() {
        assertThat(Levels.upTo(500, false)).isEqualTo(new Levels(List.of(200, 275, 350, 425, 500), List.of()));
    }

    @Test
    void dumpsAreTakenAtTheFirstAndTheLast() {
        assertThat(Levels.upTo(500, true).dumpLevels()).containsExactly(200, 500);
    }

    @Test
    void dumpsOfManyConnectionsAreTakenBelowAllOtherLevels() {
        Levels levels = Levels.upTo(10_000, true);

        assertThat(levels.dumpLevels()).containsExactly(200, 500);
        assertThat(levels.all()).startsWith(200, 500, 4_000).endsWith(10_000);
    }

    @Test
    void tooFewConnectionsAreRefused() {
        assertThatThrownBy(() -> Levels.upTo(99, true)).hasMessage("connections must be >= 100, was 99");
    }
}
