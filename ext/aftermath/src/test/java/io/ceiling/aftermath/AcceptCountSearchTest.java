package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.aftermath.AcceptCountSearch.Tried;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AcceptCountSearchTest {

    private static final int MOST = 4_096;

    /** Searches a server with which storms pass from that accept count on. */
    private static List<Tried> search(int own, int enough) {
        List<Tried> tried = new ArrayList<>();
        OptionalInt next = AcceptCountSearch.next(own, MOST, tried);
        while (next.isPresent()) {
            tried.add(new Tried(next.getAsInt(), next.getAsInt() >= enough));
            next = AcceptCountSearch.next(own, MOST, tried);
        }
        return tried;
    }

    @Test
    void beginsWithTheServerAsItIs() {
        assertThat(AcceptCountSearch.next(100, MOST, List.of())).hasValue(100);
    }

    @Test
    void triesTheLargestOnceTheServersOwnHasFailed() {
        assertThat(AcceptCountSearch.next(100, MOST, List.of(new Tried(100, false))))
                .hasValue(MOST);
    }

    @Test
    void endsIfEvenTheLargestFails() {
        List<Tried> tried = search(100, MOST + 1);

        assertThat(tried).containsExactly(new Tried(100, false), new Tried(MOST, false));
        assertThat(AcceptCountSearch.least(tried)).isEmpty();
    }

    @Test
    void endsAtOneIfThatPasses() {
        assertThat(search(100, 1)).containsExactly(new Tried(100, true), new Tried(1, true));
    }

    @Test
    void doesNotBelieveAPassBelowAFailure() {
        List<Tried> tried =
                List.of(new Tried(100, true), new Tried(1, false), new Tried(10, true), new Tried(200, false));

        assertThat(AcceptCountSearch.least(tried)).isEmpty();
        assertThat(AcceptCountSearch.next(100, MOST, tried)).hasValue(MOST);
    }

    @Property
    void closesInOnTheLeastThatPasses(
            @ForAll @IntRange(min = 1, max = MOST) int own, @ForAll @IntRange(min = 1, max = MOST) int enough) {
        List<Tried> tried = search(own, enough);

        int least = AcceptCountSearch.least(tried).orElseThrow();
        assertThat(least).isGreaterThanOrEqualTo(enough);
        assertThat(AcceptCountSearch.largestFailed(tried)).isLessThan(enough);
        assertThat(tried).hasSizeLessThanOrEqualTo(AcceptCountSearch.MOST_TRIES);
        assertThat((double) least).isLessThanOrEqualTo(Math.max(enough + 1, 1.2 * enough));
    }
}
