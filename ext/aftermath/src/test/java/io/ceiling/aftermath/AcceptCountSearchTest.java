package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.aftermath.AcceptCountSearch.StormTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AcceptCountSearchTest {

    private static final int MAX = 4_096;

    /** Searches a server with which storms pass from that accept count on. */
    private static List<StormTrial> search(int own, int enough) {
        List<StormTrial> tried = new ArrayList<>();
        OptionalInt next = AcceptCountSearch.next(own, MAX, tried);
        while (next.isPresent()) {
            tried.add(new StormTrial(next.getAsInt(), next.getAsInt() >= enough));
            next = AcceptCountSearch.next(own, MAX, tried);
        }
        return tried;
    }

    @Test
    void beginsWithTheServerAsItIs() {
        assertThat(AcceptCountSearch.next(100, MAX, List.of())).hasValue(100);
    }

    @Test
    void triesTheLargestOnceTheServersOwnHasFailed() {
        assertThat(AcceptCountSearch.next(100, MAX, List.of(new StormTrial(100, false))))
                .hasValue(MAX);
    }

    @Test
    void endsIfEvenTheLargestFails() {
        List<StormTrial> tried = search(100, MAX + 1);

        assertThat(tried).containsExactly(new StormTrial(100, false), new StormTrial(MAX, false));
        assertThat(AcceptCountSearch.leastPassed(tried)).isEmpty();
    }

    @Test
    void endsAtOneIfThatPasses() {
        assertThat(search(100, 1)).containsExactly(new StormTrial(100, true), new StormTrial(1, true));
    }

    @Test
    void doesNotBelieveAPassBelowAFailure() {
        List<StormTrial> tried = List.of(
                new StormTrial(100, true), new StormTrial(1, false),
                new StormTrial(10, true), new StormTrial(200, false));

        assertThat(AcceptCountSearch.leastPassed(tried)).isEmpty();
        assertThat(AcceptCountSearch.next(100, MAX, tried)).hasValue(MAX);
    }

    @Property
    void closesInOnTheLeastThatPasses(
            @ForAll @IntRange(min = 1, max = MAX) int own, @ForAll @IntRange(min = 1, max = MAX) int enough) {
        List<StormTrial> tried = search(own, enough);

        int least = AcceptCountSearch.leastPassed(tried).orElseThrow();
        assertThat(least).isGreaterThanOrEqualTo(enough);
        assertThat(AcceptCountSearch.largestFailed(tried)).isLessThan(enough);
        assertThat(tried).hasSizeLessThanOrEqualTo(AcceptCountSearch.MAX_TRIES);
        assertThat((double) least).isLessThanOrEqualTo(Math.max(enough + 1, 1.2 * enough));
    }
}
