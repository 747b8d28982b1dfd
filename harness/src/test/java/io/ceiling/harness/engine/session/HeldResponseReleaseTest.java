package io.ceiling.harness.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeldResponseReleaseTest {

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});

    /** A server with room for 50 at a time holds the next 50 of its listen queue when it is told to release the first. */
    @Test
    void whatWasInTheListenQueueIsReleasedAsWell() {
        AtomicInteger left = new AtomicInteger(130);
        HeldResponseRelease lettingGo =
                new HeldResponseRelease(clock, () -> left.updateAndGet(held -> Math.max(0, held - 50)));

        assertThat(lettingGo.stillHeldAfter(Duration.ofSeconds(60), () -> left.get() > 0))
                .isFalse();

        assertThat(Duration.ofNanos(clock.nanoTime())).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2100));
    }

    @Test
    void nothingThatIsHeldIsReleasedOnceAndNotWaitedFor() {
        AtomicInteger releases = new AtomicInteger();
        HeldResponseRelease lettingGo = new HeldResponseRelease(clock, releases::incrementAndGet);

        assertThat(lettingGo.stillHeldAfter(Duration.ofSeconds(60), () -> false))
                .isFalse();

        assertThat(releases).hasValue(1);
        assertThat(Duration.ofNanos(clock.nanoTime())).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void aServerThatKeepsThemIsToldAgainEachSecond() {
        AtomicInteger releases = new AtomicInteger();

        assertThat(new HeldResponseRelease(clock, releases::incrementAndGet)
                        .stillHeldAfter(Duration.ofSeconds(5), () -> true))
                .isTrue();

        assertThat(releases.get()).isBetween(5, 6);
    }
}
