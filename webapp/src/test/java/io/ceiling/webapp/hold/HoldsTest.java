package io.ceiling.webapp.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HoldsTest {

    private final Gauges gauges = Gauges.of("");
    private final List<Holds.HoldEnd> ends = new CopyOnWriteArrayList<>();

    @Test
    void withoutALimitNobodyTimesOutAndThereIsNoTimer() throws Exception {
        Set<Thread> before = timers();
        try (Holds holds = new Holds(10, Holds.NO_LIMIT, gauges)) {
            holds.enterAsync(ends::add);

            assertThat(holds.release()).isEqualTo(1);
            assertThat(ends).containsExactly(Holds.HoldEnd.RELEASED);
            assertThat(before).containsAll(timers());
        }
    }

    @Test
    void whatIsHeldForLongerEndsOnceAndIsCountedNoMore() throws Exception {
        try (Holds holds = new Holds(10, 1, gauges)) {
            CountDownLatch ended = new CountDownLatch(1);
            Holds.Ticket async = holds.enterAsync(how -> {
                ends.add(how);
                ended.countDown();
            });
            Holds.Ticket blocking = holds.enterBlocking();

            assertThat(blocking.await()).isEqualTo(Holds.HoldEnd.TIMED_OUT);
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(ends).containsExactly(Holds.HoldEnd.TIMED_OUT);
            assertThat(gauges.value(Gauge.ASYNC_HOLDS)).isZero();
            assertThat(gauges.value(Gauge.BLOCKING_HOLDS)).isZero();
            assertThat(holds.release()).isZero();
            assertThat(async.cancel()).isFalse();
        }
    }

    @Test
    void whatWasReleasedInTimeDoesNotTimeOut() throws Exception {
        try (Holds holds = new Holds(10, 1, gauges)) {
            holds.enterAsync(ends::add);
            Holds.Ticket later = holds.enterBlocking();
            assertThat(holds.release()).isEqualTo(2);
            assertThat(later.await()).isEqualTo(Holds.HoldEnd.RELEASED);

            // A second that begins after the first one's: the timer would have come by then.
            assertThat(holds.enterBlocking().await()).isEqualTo(Holds.HoldEnd.TIMED_OUT);

            assertThat(ends).containsExactly(Holds.HoldEnd.RELEASED);
        }
    }

    @Test
    void anEndThatFailsLeavesNoOtherHeld() throws Exception {
        try (Holds holds = new Holds(10, Holds.NO_LIMIT, gauges)) {
            for (int i = 0; i < 5; i++) {
                holds.enterAsync(how -> {
                    throw new OutOfMemoryError("planted");
                });
                holds.enterAsync(ends::add);
            }

            assertThat(holds.release()).isEqualTo(10);

            assertThat(ends).hasSize(5);
            assertThat(gauges.value(Gauge.ASYNC_HOLDS)).isZero();
        }
    }

    /** Those of others that are on their way out may be among them. */
    private static Set<Thread> timers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ceiling-hold-timer"))
                .collect(Collectors.toSet());
    }
}
