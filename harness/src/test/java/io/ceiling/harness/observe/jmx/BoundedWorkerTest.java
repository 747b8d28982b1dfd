package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedWorkerTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void whatComesLastRunsOnTheThreadThatIsThereAlready() throws Exception {
        BoundedWorker worker = new BoundedWorker("worker");
        Optional<Thread> first = worker.call(Thread::currentThread, LONG);
        CompletableFuture<Thread> last = new CompletableFuture<>();

        worker.closeAfter(() -> last.complete(Thread.currentThread()));

        assertThat(first).contains(last.join());
    }

    @Test
    void whatComesLastWaitsForACallThatIsStuckAndNobodyWaitsForIt() throws Exception {
        BoundedWorker worker = new BoundedWorker("worker");
        CountDownLatch answer = new CountDownLatch(1);
        CompletableFuture<Long> last = new CompletableFuture<>();

        Optional<Boolean> stuck = worker.call(
                () -> {
                    answer.await();
                    return true;
                },
                Duration.ofMillis(1));
        worker.closeAfter(() -> last.complete(answer.getCount()));

        assertThat(stuck).isEmpty();
        assertThat(last).isNotDone();
        answer.countDown();
        assertThat(last.join()).isZero();
    }
}
