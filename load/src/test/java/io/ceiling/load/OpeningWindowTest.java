package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OpeningWindowTest {

    private static final long MILLI = 1_000_000;

    private static OpeningWindow window(int connections, int window, double perSecond) {
        OpeningWindow opened = new OpeningWindow(connections, window, perSecond);
        opened.begin(0, 0);
        return opened;
    }

    @Test
    void spacesStartsAsThePaceSays() {
        OpeningWindow window = window(10, 10, 1_000);

        assertThat(List.of(window.open(0), window.open(0), window.open(0))).containsExactly(0L, MILLI, 2 * MILLI);
        assertThat(window.open(2 * MILLI)).isEqualTo(3 * MILLI);
    }

    @Test
    void makesUpForNoTimeInWhichTheWindowWasFull() {
        OpeningWindow window = window(10, 2, 1_000);
        window.open(0);
        window.open(0);
        window.recordSettled();
        window.recordSettled();

        assertThat(window.open(50 * MILLI)).isEqualTo(50 * MILLI);
        assertThat(window.open(50 * MILLI)).isEqualTo(51 * MILLI);
    }

    @Test
    void countsTheOnesThatWaitedBefore() {
        OpeningWindow window = new OpeningWindow(10, 3, 1e9);
        assertThat(window.hasRoom()).isFalse();
        // One of the two that wait is answered before their number is known.
        window.recordSettled();
        window.begin(3, 0);

        window.open(0);

        assertThat(window.hasRoom()).isFalse();
    }

    @Test
    void letsNobodyInOnceItIsClosed() {
        OpeningWindow window = window(10, 2, 1e9);
        window.open(0);

        window.close();
        window.recordSettled();

        assertThat(window.hasRoom()).isFalse();
        assertThat(window.openedCount()).isEqualTo(1);
    }

    @Property
    void neverMoreWaitThanTheWindowHasPlacesAndNoneIsOpenedTwice(
            @ForAll @IntRange(max = 50) int connections,
            @ForAll @IntRange(min = 1, max = 8) int places,
            @ForAll @IntRange(min = 1, max = 5_000) int perSecond,
            @ForAll @Size(max = 200) List<@IntRange(max = 3) Integer> pauses) {
        OpeningWindow window = window(connections, places, perSecond);
        long interval = 1_000_000_000L / perSecond;
        long now = 0;
        long before = -interval;
        int waiting = 0;
        for (int pause : pauses) {
            now += pause * MILLI;
            while (window.hasRoom()) {
                long intended = window.open(now);
                assertThat(intended).isGreaterThanOrEqualTo(Math.max(now, before + interval));
                before = intended;
                waiting++;
            }
            assertThat(waiting).isLessThanOrEqualTo(places);
            assertThat(waiting == places || window.openedCount() == connections).isTrue();
            if (waiting > 0) {
                waiting--;
                window.recordSettled();
            }
        }
        assertThat(window.openedCount()).isLessThanOrEqualTo(connections);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> new OpeningWindow(-1, 1, 1)).hasMessage("connections must be >= 0, were -1");
        assertThatThrownBy(() -> new OpeningWindow(1, 0, 1)).hasMessage("window must be >= 1, was 0");
        assertThatThrownBy(() -> new OpeningWindow(1, 1, 0)).hasMessage("rate must be > 0 per second, was 0.0");
    }
}
