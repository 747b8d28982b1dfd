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
        Arbitrary<Observation> pause =
                Arbitraries.longs().between(-1, 1_000_000_000L).map(Observation::ofNegativeNotSeen);
        return Combinators.combine(pause, pause).as(LongestPauses::new);
    }

    @Property
    void theLongestIsTheSameInAnyOrder(
            @ForAll("pauses") LongestPauses a, @ForAll("pauses") LongestPauses b, @ForAll("pauses") LongestPauses c) {
        assertThat(a.max(b)).isEqualTo(b.max(a));
        assertThat(a.max(b).max(c)).isEqualTo(a.max(b.max(c)));
        assertThat(a.max(a)).isEqualTo(a);
        assertThat(a.max(LongestPauses.NONE)).isEqualTo(a);
    }

    @Test
    void aPauseThatWasNotSeenReplacesNoOther() {
        assertThat(LongestPauses.NONE.withServerPause(-1)).isEqualTo(LongestPauses.NONE);
        assertThat(LongestPauses.NONE.withServerPause(0).withServerPause(-1).withAgentPause(7))
                .isEqualTo(new LongestPauses(Observation.of(0), Observation.of(7)));
    }
}
