package io.ceiling.webapp.channels;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Deliver;
import org.atmosphere.util.SimpleBroadcaster;
import org.jspecify.annotations.Nullable;

/**
 * A Broadcaster that hands each message to the outbox of each subscriber, or writes it at once where a message ends the
 * request: one at a time to each client whatever the channel. Atmosphere 4 locks per Broadcaster, and two of them could
 * otherwise answer the same poll. Public because Atmosphere makes its instances.
 *
 * <p>A poll is ended here and not where its message is written: Atmosphere touches the request once more after the
 * writing, and a container that has the request back by then throws, in the middle of the list of subscribers.
 */
public final class ChannelBroadcaster extends SimpleBroadcaster {

    /** Whoever publishes waits for a client that subscribes while a message is being written to it, but no longer. */
    private static final long WRITING_MILLIS = 1000;

    private @Nullable Clients clients;

    /** What a Broadcaster must know of those it writes to. */
    interface Clients {

        /** The lock of whoever writes to that client. */
        ReentrantLock writingLock(String client);

        /** The outbox of that client; null if messages are to be written at once. */
        @Nullable
        Outbox outbox(String client);

        /** The writing is over, the lock still held. */
        void written(AtmosphereResource resource);

        /** A message was given up. */
        void dropped();

        /** The writing failed in a way that nobody expects. */
        void failed(AtmosphereResource resource, String what);
    }

    void clients(Clients all) {
        clients = all;
    }

    @Override
    protected void executeBlockingWrite(AtmosphereResource resource, Deliver deliver, AtomicInteger count) {
        Clients all = Objects.requireNonNull(clients);
        Outbox outbox = all.outbox(resource.uuid());
        if (outbox == null) {
            write(all, resource, deliver, count);
        } else {
            outbox.add(new Outbox.Write() {
                @Override
                public void write() {
                    ChannelBroadcaster.this.write(all, resource, deliver, count);
                }

                @Override
                public void dropped() {
                    all.dropped();
                }
            });
        }
    }

    private void write(Clients all, AtmosphereResource resource, Deliver deliver, AtomicInteger count) {
        ReentrantLock lock = all.writingLock(resource.uuid());
        lock.lock();
        try {
            super.executeBlockingWrite(resource, deliver, count);
            all.written(resource);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // One client that is gone must not keep the message from those after it.
            all.failed(resource, e.toString());
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void cacheAndSuspend(AtmosphereResource resource) {
        Clients all = Objects.requireNonNull(clients);
        ReentrantLock lock = all.writingLock(resource.uuid());
        if (!locked(lock)) {
            all.failed(resource, "a write to it takes more than %d ms".formatted(WRITING_MILLIS));
            return;
        }
        try {
            super.cacheAndSuspend(resource);
            all.written(resource);
        } finally {
            lock.unlock();
        }
    }

    private static boolean locked(ReentrantLock lock) {
        try {
            return lock.tryLock(WRITING_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
