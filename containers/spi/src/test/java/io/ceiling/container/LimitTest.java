package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LimitTest {

    private static final List<Limit> KINDS =
            List.of(Limit.of(0), Limit.of(200), Limit.UNLIMITED, Limit.DEFAULT, Limit.NOT_SEEN);

    @Test
    void everyKindIsReadBackAsItWasWritten() {
        assertThat(KINDS)
                .allSatisfy(limit -> assertThat(Limit.parse(limit.toString())).isEqualTo(limit));
        assertThat(KINDS.stream().map(Limit::toString)).containsExactly("0", "200", "unlimited", "default", "");
    }

    @Test
    void noTwoKindsAreEqual() {
        assertThat(KINDS).doesNotHaveDuplicates();
    }

    @Test
    void onlyANumberHasAValue() {
        assertThat(KINDS.stream().map(limit -> limit.orElse(7))).containsExactly(0L, 200L, 7L, 7L, 7L);
        assertThat(Limit.UNLIMITED.number()).isEmpty();
    }

    @Test
    void aNegativeNumberMeansWhatItsReaderSays() {
        assertThat(Limit.ofNegativeUnlimited(-1)).isEqualTo(Limit.UNLIMITED);
        assertThat(Limit.ofNegativeNotSeen(-1)).isEqualTo(Limit.NOT_SEEN);
        assertThat(Limit.ofNegativeUnlimited(8)).isEqualTo(Limit.ofNegativeNotSeen(8));
    }

    @Test
    void aSumIsUnlimitedIfOnePartIsAndNotSeenIfOnePartIsNot() {
        assertThat(Limit.of(8).plus(Limit.of(3))).isEqualTo(Limit.of(11));
        assertThat(Limit.of(8).plus(Limit.UNLIMITED)).isEqualTo(Limit.UNLIMITED);
        assertThat(Limit.UNLIMITED.plus(Limit.of(8))).isEqualTo(Limit.UNLIMITED);
        assertThat(Limit.UNLIMITED.plus(Limit.UNLIMITED)).isEqualTo(Limit.UNLIMITED);
        assertThat(KINDS).allSatisfy(limit -> {
            assertThat(limit.plus(Limit.NOT_SEEN)).isEqualTo(Limit.NOT_SEEN);
            assertThat(Limit.NOT_SEEN.plus(limit)).isEqualTo(Limit.NOT_SEEN);
        });
    }

    @Test
    void aSumWithADefaultIsNotSeenSinceItsNumberIsNotKnown() {
        assertThat(Limit.DEFAULT.plus(Limit.of(8))).isEqualTo(Limit.NOT_SEEN);
        assertThat(Limit.UNLIMITED.plus(Limit.DEFAULT)).isEqualTo(Limit.NOT_SEEN);
    }

    @Test
    void refusesWhatIsNoLimit() {
        assertThatThrownBy(() -> Limit.of(-1)).hasMessage("a limit must be >= 0, was -1");
        assertThatThrownBy(() -> Limit.parse("many"))
                .hasMessage("a limit must be a whole number, 'unlimited' or 'default', was 'many'");
    }
}
