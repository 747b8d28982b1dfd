package io.ceiling.webapp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.webapp.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final int USUAL = 2;

    private final Writers writers = new Writers(USUAL, 20);
    private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger dropped = new AtomicInteger();
    private final AtomicInteger tooSlow = new AtomicInteger();
    private final CountDownLatch reads = new CountDownLatch(1);

    @AfterEach
    void end() {
        reads.countDown();
        writers.close();
    }

    private Outbox outbox(int capacity) {
        return new Outbox(writers, capacity, tooSlow::incrementAndGet);
    }

    private Outbox.Write write(int number) {
        return write(() -> written.add(number));
    }

    private Outbox.Write stuck() {
        return write(() -> {
            try {
                reads.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private Outbox.Write write(Runnable action) {
        return new Outbox.Write() {
            @Override
            public void write() {
                action.run();
            }

            @Override
            public void dropped() {
                dropped.incrementAndGet();
            }
        };
    }

    @Test
    void writesInTheOrderInWhichItWasAsked() throws Exception {
        Outbox outbox = outbox(10_000);
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            expected.add(i);
            outbox.add(write(i));
        }

        Await.until(() -> written.size() == 2000);

        assertThat(written).isEqualTo(expected);
        Await.until(outbox::isEmpty);
    }

    @Test
    void clientsThatDoNotReadStopNobodyElse() throws Exception {
        // More than there are threads to write.
        for (int i = 0; i < 3 * USUAL; i++) {
            outbox(10).add(stuck());
        }

        Outbox other = outbox(10);
        other.add(write(1));

        Await.until(() -> written.equals(List.of(1)));
    }

    @Test
    void tellsWhatWaitsForClientsThatDoNotReadUntilTheyHaveCaughtUp() throws Exception {
        Outbox outbox = outbox(10);
        outbox.add(stuck());
        outbox.add(write(1));

        Await.until(() -> writers.overdue() == 2);
        outbox.add(write(2));

        assertThat(writers.overdue()).isEqualTo(3);
        reads.countDown();
        Await.until(() -> written.equals(List.of(1, 2)));
        Await.until(() -> writers.overdue() == 0);
    }

    @Test
    void aClientWhoseOutboxIsFullLosesTheRestAndIsToldToGoOnce() throws Exception {
        Outbox outbox = outbox(2);
        CountDownLatch taken = new CountDownLatch(1);
        Outbox.Write first = stuck();
        outbox.add(write(() -> {
            taken.countDown();
            first.write();
        }));
        // It is out of the queue when it is being written; then two may wait.
        taken.await();
        outbox.add(write(1));
        outbox.add(write(2));
        outbox.add(write(3));
        outbox.add(write(4));

        assertThat(dropped).hasValue(4);
        assertThat(tooSlow).hasValue(0);
        reads.countDown();
        Await.until(() -> tooSlow.get() == 1);
        Await.until(outbox::isEmpty);
        outbox.add(write(5));

        assertThat(written).isEmpty();
        assertThat(dropped).hasValue(5);
        assertThat(tooSlow).hasValue(1);
    }

    @Test
    void aWriteThatFailsDoesNotEndTheOthers() throws Exception {
        Outbox outbox = outbox(10);
        outbox.add(write(() -> {
            throw new IllegalStateException("connection is gone");
        }));
        outbox.add(write(1));

        Await.until(() -> written.equals(List.of(1)));
    }
}
