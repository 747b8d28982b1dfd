package io.ceiling.protocol;

import java.util.HexFormat;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages to channels drawn at random, at a rate or without pause. Thread-safe.
 *
 * <p>The elements of a message begin with the time at which it should have been published, in nanoseconds of this
 * host's monotonic clock, so that a client on the same host can compute the delivery time, including every delay.
 */
public final class Publisher implements AutoCloseable {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long LATE_NANOS = 1_000_000;
    private static final long NAP_NANOS = 50_000;
    private static final long CLOSING_MILLIS = 5000;
    /** Time for the outcome of the last messages, in nanoseconds; shorter than the wait for the end. */
    private static final long OUTSTANDING_NANOS = 4_000_000_000L;
    /** Time after which a backlog that does not change counts as lost or as never to be read, in nanoseconds. */
    private static final long PATIENCE_NANOS = 200_000_000;

    /** Maximum backlog at which a message is published if there is no rate. */
    private static final int CLOSED_WINDOW = 256;
    /** Part of that for each client: half an outbox, since all that is on its way may be for one of few clients. */
    private static final int WINDOW_OF_A_CLIENT = 32;
    /**
     * Maximum backlog at which a message is published at a rate. Publishing then falls behind, so that waiting writes
     * do not fill the memory.
     */
    private static final int OPEN_WINDOW = 16 * 1024;

    /** Length of the two times with which the elements begin. */
    public static final int STAMPS_CHARS = 32;
    /** Maximum size of a message without its elements, in bytes. */
    public static final int FRAME_BYTES = 128;

    /**
     * The messages to be published.
     *
     * @param perSecond rate of messages; 0 for no pause between messages
     * @param bytes size in bytes of a message as a client receives it
     * @param identifiers number of channels; they are drawn from 0 to this number, exclusive
     * @param seconds duration in seconds
     * @param seed seed of the draws
     */
    public record Order(int perSecond, int bytes, int identifiers, int seconds, int seed) {}

    private final Delivery delivery;
    private final Gauges gauges;
    private final int mostPerSecond;
    private @Nullable Work work;

    /** @param mostPerSecond maximum rate of messages if there is no rate in the order */
    public Publisher(Delivery delivery, Gauges gauges, int mostPerSecond) {
        this.delivery = delivery;
        this.gauges = gauges;
        this.mostPerSecond = mostPerSecond;
    }

    /**
     * Begins to publish, without waiting for the end.
     *
     * @throws RefusedException if messages are being published already
     */
    public synchronized void start(Order order) throws RefusedException {
        if (work != null && work.thread.isAlive()) {
            throw new RefusedException(
                    RefusedException.UNAVAILABLE, "messages are being published already. Hint: POST /publisher/stop");
        }
        work = new Work(order);
        work.thread.start();
    }

    /**
     * Ends publishing, and returns what was published as JSON; blocks until the publishing thread has ended, for at most
     * 5 s.
     *
     * @throws RefusedException if messages were not taken
     */
    public String stop() throws RefusedException {
        Work last = end();
        Optional<String> failure = delivery.failure();
        if (failure.isPresent()) {
            throw new RefusedException(RefusedException.UNAVAILABLE, failure.get());
        }
        return "{\"messages\":%d,\"late\":%d,\"duration_ns\":%d}"
                .formatted(
                        last == null ? 0 : last.messages.get(),
                        last == null ? 0 : last.late.get(),
                        last == null ? 0 : last.durationNanos);
    }

    @Override
    public void close() {
        Work ignored = end();
    }

    private synchronized @Nullable Work end() {
        Work last = work;
        if (last != null) {
            last.stopped = true;
            LockSupport.unpark(last.thread);
            try {
                last.thread.join(CLOSING_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return last;
    }

    /** Returns the number of messages on their way to clients that read. */
    private long backlog() {
        return gauges.value(Gauge.DELIVERIES_DUE)
                - gauges.value(Gauge.DELIVERIES_WRITTEN)
                - gauges.value(Gauge.DELIVERIES_DROPPED)
                + delivery.outstanding()
                - delivery.overdue();
    }

    /** Returns the elements that fill a message up to its size. */
    static String elements(long intendedNanos, long sentNanos, int bytes) {
        StringBuilder elements = new StringBuilder(Math.max(bytes, STAMPS_CHARS));
        HexFormat hex = HexFormat.of();
        elements.append(hex.toHexDigits(intendedNanos)).append(hex.toHexDigits(sentNanos));
        for (int i = STAMPS_CHARS; i < bytes; i++) {
            elements.append((char) ('a' + i % 26));
        }
        return elements.toString();
    }

    private final class Work implements Runnable {

        private final Order order;
        private final SplittableRandom random;
        private final Thread thread = new Thread(this, "ceiling-publisher");
        /** Backlog that is not waited for: messages of earlier orders, and messages that count as lost. */
        private long forgiven = backlog();

        private final PublishRate rate = new PublishRate(mostPerSecond, System.nanoTime());
        private volatile boolean stopped;
        private final AtomicLong messages = new AtomicLong();
        private final AtomicLong late = new AtomicLong();
        private volatile long durationNanos;

        Work(Order order) {
            this.order = order;
            this.random = new SplittableRandom(order.seed());
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            gauges.set(Gauge.PUBLISHING, 1);
            try {
                publishAll();
            } finally {
                gauges.set(Gauge.PUBLISHING, 0);
            }
        }

        private void publishAll() {
            long start = System.nanoTime();
            long end = start + order.seconds() * NANOS_PER_SECOND;
            for (long i = 0; !stopped; i++) {
                long intended = order.perSecond() == 0
                        ? System.nanoTime()
                        : start + (long) (i * ((double) NANOS_PER_SECOND / order.perSecond()));
                if (intended - end >= 0) {
                    break;
                }
                awaitTime(intended);
                awaitRoom();
                if (order.perSecond() == 0) {
                    awaitShare();
                }
                // A stop also ends the wait; a message that was not due yet would be early.
                if (stopped) {
                    break;
                }
                if (order.perSecond() == 0) {
                    intended = System.nanoTime();
                } else if (System.nanoTime() - intended > LATE_NANOS) {
                    late.incrementAndGet();
                    gauges.increment(Gauge.PUBLISHED_LATE);
                }
                publish(intended);
                durationNanos = System.nanoTime() - start;
            }
            if (delivery.outstanding() > 0) {
                awaitOutstanding();
                durationNanos = System.nanoTime() - start;
            }
        }

        private void awaitOutstanding() {
            long start = System.nanoTime();
            while (delivery.outstanding() > 0 && System.nanoTime() - start < OUTSTANDING_NANOS) {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        }

        private void awaitTime(long nanos) {
            for (long left = nanos - System.nanoTime(); left > 0 && !stopped; left = nanos - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
        }

        private void awaitRoom() {
            long window = order.perSecond() == 0 ? closedWindow() : OPEN_WINDOW;
            long last = Long.MIN_VALUE;
            long since = System.nanoTime();
            while (!stopped) {
                long backlog = backlog() - forgiven;
                if (backlog < window) {
                    return;
                }
                long now = System.nanoTime();
                if (backlog != last) {
                    last = backlog;
                    since = now;
                } else if (now - since > PATIENCE_NANOS) {
                    forgiven += backlog;
                    return;
                }
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        }

        private long closedWindow() {
            return Math.min(CLOSED_WINDOW, WINDOW_OF_A_CLIENT * Math.max(1, gauges.value(Gauge.CHANNEL_CLIENTS)));
        }

        private void awaitShare() {
            while (!rate.admits(System.nanoTime()) && !stopped) {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        }

        private void publish(long intended) {
            delivery.publish(
                    Integer.toString(random.nextInt(order.identifiers())),
                    rest -> elements(intended, System.nanoTime(), order.bytes() - rest),
                    messages::incrementAndGet);
        }
    }
}
