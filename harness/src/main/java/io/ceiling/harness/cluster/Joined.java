package io.ceiling.harness.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jspecify.annotations.Nullable;

/**
 * The membership of one node in the cluster of a founder. Thread-safe. The node obeys that founder alone, and nobody takes
 * the founder's place: when it is gone, the membership ends.
 */
public final class Joined implements AutoCloseable {

    private static final long AGAIN_MILLIS = 100;
    private static final long CONNECT_MILLIS = 2_000;
    /** Time that a founder may take to hear that this node leaves, before its end looks like that of a killed one. */
    private static final long FAREWELL_MILLIS = 1_000;

    private final Handler handler;
    private final Waits waits;
    private final CompletableFuture<Identity> welcome = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch farewell = new CountDownLatch(1);
    private final LongAdder dropped = new LongAdder();
    private final ExecutorService calls;
    private final Stack stack;
    /** Null until this node is a member. */
    private volatile @Nullable Address founder;
    /** The number of the last call; only JGroups' delivery of the founder's messages uses it, one after the other. */
    private volatile long last;

    private Joined(Seal seal, InetAddress bind, InetSocketAddress founder, Handler handler, Waits waits)
            throws Exception {
        this.handler = handler;
        this.waits = waits;
        this.calls = Executors.newCachedThreadPool(task -> daemon(task, "node-call"));
        this.stack = Stack.ofNode(bind, seal, founder, waits, this::suspected, new Member());
    }

    /**
     * Joins the cluster of the founder at that address, and blocks until the founder has let this node in.
     *
     * @param bindAddress an address of this host, on which alone the node listens for the cluster, at a free port
     * @param patience for how long a founder is awaited that cannot be reached yet; one that can be reached is given some
     *     seconds more to answer
     * @throws ClusterException with one line, if no founder is there, or if the founder does not let this node in: wrong
     *     key, another version, a name that is taken
     */
    public static Joined join(
            String host,
            int port,
            ClusterKey key,
            Identity identity,
            String bindAddress,
            Handler handler,
            Duration patience) {
        return join(host, port, key, identity, bindAddress, handler, patience, Waits.USUAL);
    }

    static Joined join(
            String host,
            int port,
            ClusterKey key,
            Identity identity,
            String bindAddress,
            Handler handler,
            Duration patience,
            Waits waits) {
        InetAddress bind = Stack.ownAddress(bindAddress);
        InetSocketAddress founder = reach(host, port, patience);
        Joined joined = null;
        try {
            joined = new Joined(new Seal(key), bind, founder, handler, waits);
            joined.connect(identity);
            return joined;
        } catch (Exception e) {
            if (joined != null) {
                joined.close();
            }
            throw e instanceof ClusterException line ? line : refused(host, port, e);
        }
    }

    private static ClusterException refused(String host, int port, Exception e) {
        boolean silent = e instanceof Seek.NoFounderException || e instanceof TimeoutException;
        String why = silent ? "wrong key?" : Words.of(e);
        return new ClusterException("the founder at %s:%d did not let this node in: %s".formatted(host, port, why), e);
    }

    /** Returns the address of the founder as soon as something listens there. */
    private static InetSocketAddress reach(String host, int port, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        IOException failure = new IOException("nothing listens there");
        for (long left = patience.toMillis(); left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
            try (Socket probe = new Socket()) {
                InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
                probe.connect(address, (int) Math.min(left, CONNECT_MILLIS));
                return address;
            } catch (UnknownHostException e) {
                throw new ClusterException("no founder at %s:%d: no such host".formatted(host, port), e);
            } catch (IOException e) {
                failure = e;
            }
            try {
                Thread.sleep(Math.min(left, AGAIN_MILLIS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException(
                        "interrupted while the founder at %s:%d was sought".formatted(host, port), e);
            }
        }
        throw new ClusterException(
                "no founder at %s:%d: %s, for %d ms".formatted(host, port, Words.of(failure), patience.toMillis()),
                failure);
    }

    private void connect(Identity identity) throws Exception {
        stack.connect();
        Address coordinator = stack.channel().getView().getCoord();
        if (coordinator.equals(stack.channel().getAddress())) {
            // JGroups has given up and made this node the first of another cluster, which ends here.
            throw new TimeoutException("the founder has not answered the request to join");
        }
        founder = coordinator;
        send(Frame.of(Frame.Kind.HELLO, identity));
        try {
            welcome.get(waits.answerMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ClusterException line ? line : e;
        }
    }

    /** Returns who the founder is. */
    public Identity founder() {
        return welcome.join();
    }

    /** Returns how many messages were dropped because they came from others than the founder, or were no calls. */
    public long dropped() {
        return dropped.sum();
    }

    /** Receives what JGroups tells a node. Its threads must not be kept waiting. */
    private final class Member implements Receiver {

        @Override
        public void receive(Message message) {
            if (!message.getSrc().equals(founder) || !(message instanceof BytesMessage) || !message.hasArray()) {
                dropped.increment();
                return;
            }
            Frame.read(message.getArray(), message.getOffset(), message.getLength())
                    .ifPresentOrElse(Joined.this::take, dropped::increment);
        }

        @Override
        public void viewAccepted(View view) {
            Address obeyed = founder;
            if (obeyed != null && !view.containsMember(obeyed)) {
                founderGone();
            }
        }
    }

    private void take(Frame frame) {
        switch (frame.kind()) {
            case WELCOME -> frame.identity().ifPresentOrElse(welcome::complete, dropped::increment);
            case REFUSED -> welcome.completeExceptionally(new ClusterException(frame.text()));
            case CALL -> execute(frame);
            case BYE -> {
                farewell.countDown();
                founderGone();
            }
            default -> dropped.increment();
        }
    }

    private void execute(Frame call) {
        // Numbers rise; one that does not was recorded by somebody and sent again.
        if (call.number() <= last || !welcome.isDone()) {
            dropped.increment();
            return;
        }
        last = call.number();
        try {
            calls.execute(() -> answer(call));
        } catch (RejectedExecutionException e) {
            dropped.increment();
        }
    }

    private void answer(Frame call) {
        Frame answer;
        try {
            byte[] body = handler.answer(call.body());
            answer = body.length <= Frame.MOST_BODY_BYTES
                    ? new Frame(Frame.Kind.ANSWER, call.number(), body)
                    : Frame.of(
                            Frame.Kind.FAILED,
                            call.number(),
                            "an answer of %d bytes is too long, at most %d are sent at once"
                                    .formatted(body.length, Frame.MOST_BODY_BYTES));
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            answer = Frame.of(Frame.Kind.FAILED, call.number(), Words.of(e));
        }
        try {
            send(answer);
        } catch (Exception e) {
            // The founder is gone, or this node has left.
        }
    }

    private void send(Frame frame) throws Exception {
        stack.channel().send(new BytesMessage(founder, frame.bytes()));
    }

    private void suspected(Address member) {
        if (member.equals(founder)) {
            founderGone();
        }
    }

    /** Does not wait, since the threads that notice it are JGroups' own, which the channel awaits when it closes. */
    private void founderGone() {
        if (ended.compareAndSet(false, true)) {
            welcome.completeExceptionally(new ClusterException("the founder is gone"));
            daemon(this::leave, "node-leaves").start();
            daemon(handler::founderGone, "node-founder-gone").start();
        }
    }

    /**
     * Leaves the cluster. Calls that are being executed go on, but their answers are not sent. Blocks until the founder has
     * heard it, for a second at most: the cluster's own news of the departure goes another way, may arrive first, and is the
     * same for a node that was killed.
     */
    @Override
    public void close() {
        if (ended.compareAndSet(false, true)) {
            try {
                if (founder != null) {
                    send(Frame.of(Frame.Kind.BYE));
                    farewell.await(FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                // The founder misses the heartbeats instead.
            }
            leave();
        }
    }

    private void leave() {
        stack.close();
        calls.shutdown();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
