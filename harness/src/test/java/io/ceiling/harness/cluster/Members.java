package io.ceiling.harness.cluster;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A founder on loopback and nodes of this process, which are closed together. */
final class Members implements AutoCloseable {

    static final String LOOPBACK = "127.0.0.1";
    static final String VERSION = "1.2.3";
    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Short, for tests in which a member is lost or never answers; a busy host may keep a process for a second. */
    static final Waits SHORT = new Waits(250, 3_000, 300, 1_500);

    private final Waits waits;
    final ClusterKey key;
    final Founder founder;
    private final Deque<Runnable> open = new ArrayDeque<>();

    Members(Path folder) {
        this(folder, Waits.USUAL);
    }

    Members(Path folder, Waits waits) {
        this.waits = waits;
        key = ClusterKey.create(folder.resolve("key"));
        founder = Founder.found(LOOPBACK, 0, key, new Identity("founder", VERSION), waits);
        open.push(founder::close);
    }

    Joined join(String name, Handler handler) {
        return join(key, new Identity(name, VERSION), handler);
    }

    Joined join(ClusterKey shown, Identity identity, Handler handler) {
        Joined node = Joined.join(LOOPBACK, founder.port(), shown, identity, LOOPBACK, handler, PATIENCE, waits);
        open.push(node::close);
        return node;
    }

    NodeLink link(String name) {
        return founder.awaitNodes(List.of(name), PATIENCE).get(0);
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }

    /** Waits for what other threads do; a test that would hang ends by its time-out. */
    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("a condition did not come true in time");
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** What an answer is made of. */
    @FunctionalInterface
    interface Work {
        byte[] answer(byte[] request) throws Exception;
    }

    /** A handler that remembers how often its founder was gone. */
    static final class Node implements Handler {

        final AtomicInteger gone = new AtomicInteger();
        final CountDownLatch founderGone = new CountDownLatch(1);
        private final Work work;

        Node(Work work) {
            this.work = work;
        }

        static Node echo() {
            return new Node(request -> request);
        }

        @Override
        public byte[] answer(byte[] request) throws Exception {
            return work.answer(request);
        }

        @Override
        public void founderGone() {
            gone.incrementAndGet();
            founderGone.countDown();
        }
    }
}
