package io.ceiling.harness.reading;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LongestPausesTest {

    @Provide
    Arbitrary<LongestPauses> pauses() {
        Arbitrary<Seen> pause = Arbitraries.longs().between(-1, 1_000_000_000L).map(Seen::ofNegativeNot);
        return Combinators.combine(pause, pause).as(LongestPauses::new);
    }

    @Property
    void theLongestIsTheSameInAnyOrder(
            @ForAll("pauses") LongestPauses a, @ForAll("pauses") LongestPauses b, @ForAll("pauses") LongestPauses c) {
        assertThat(a.or(b)).isEqualTo(b.or(a));
        assertThat(a.or(b).or(c)).isEqualTo(a.or(b.or(c)));
        assertThat(a.or(a)).isEqualTo(a);
        assertThat(a.or(LongestPauses.NONE)).isEqualTo(a);
    }

    @Test
    void aPauseThatWasNotSeenReplacesNoOther() {
        assertThat(LongestPauses.NONE.orServer(-1)).isEqualTo(LongestPauses.NONE);
        assertThat(LongestPauses.NONE.orServer(0).orServer(-1).orAgent(7))
                .isEqualTo(new LongestPauses(Seen.of(0), Seen.of(7)));
    }
}
