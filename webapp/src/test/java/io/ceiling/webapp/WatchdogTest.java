package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchdogTest {

    @Test
    void outlivesWhateverIsThrown() throws Exception {
        CountDownLatch looks = new CountDownLatch(5);

        try (Loop watchdog = Watchdog.start(
                elapsed -> {
                    looks.countDown();
                    throw new OutOfMemoryError("planted");
                },
                1)) {
            assertThat(watchdog).isNotNull();
            assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
