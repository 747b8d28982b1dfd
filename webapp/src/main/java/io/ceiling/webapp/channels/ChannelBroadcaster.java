package io.ceiling.webapp.channels;

import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.atmosphere.cache.UUIDBroadcasterCache;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Deliver;
import org.atmosphere.util.SimpleBroadcaster;
import org.jspecify.annotations.Nullable;

/**
 * A Broadcaster that puts each message into the outbox of each subscriber, so that a client that does not read does not
 * block the publisher. Only one thread at a time writes to a client, whatever the channel: Atmosphere 4 locks per
 * Broadcaster, and two of them could otherwise answer the same poll. Public because Atmosphere creates the instances.
 *
 * <p>A poll is ended here and not where its message is written: Atmosphere accesses the request once more after the
 * write, and a container that has already reused the request throws an exception, in the middle of the list of
 * subscribers.
 */
public final class ChannelBroadcaster extends SimpleBroadcaster {

    // Maximum time that a publisher waits for a client that subscribes while a message is being written to it, in
    // milliseconds.
    private static final long WRITING_MILLIS = 1000;

    private @Nullable Clients clients;

    /** The clients as far as a Broadcaster uses them. */
    interface Clients {

        /** Returns the lock to hold while writing to a client. */
        ReentrantLock writingLock(String client);

        /** Returns the outbox of a client; null if the client is unknown, and then nothing is written. */
        @Nullable
        Outbox outbox(String client);

        /** Returns true if the connection is a poll, which ends with one write. */
        boolean polls(AtmosphereResource resource);

        /** Returns true for the first caller, who then answers this poll. */
        boolean claims(AtmosphereResource poll);

        /** Returns true if the poll is its client's current one and is not answered. The caller holds the lock. */
        boolean awaits(AtmosphereResource poll);

        /** Called after a write, with the lock still held. */
        void onWritten(AtmosphereResource resource);

        /** Called when a message was given up. */
        void countDropped();

        /** Called when a write failed with an unexpected exception. */
        void onFailure(AtmosphereResource resource, String what);
    }

    void clients(Clients all) {
        clients = all;
    }

    @Override
    protected void executeBlockingWrite(AtmosphereResource resource, Deliver deliver, AtomicInteger count) {
        Clients all = Objects.requireNonNull(clients);
        Outbox outbox = all.outbox(resource.uuid());
        if (outbox == null) {
            return;
        }
        if (!all.polls(resource)) {
            outbox.add(new Outbox.Write() {
                @Override
                public void write() {
                    locked(
                            all,
                            resource,
                            () -> ChannelBroadcaster.super.executeBlockingWrite(resource, deliver, count));
                }

                @Override
                public void dropped() {
                    all.countDropped();
                }
            });
        } else if (all.claims(resource)) {
            // Messages published from now on are kept for the next poll.
            resources.remove(resource);
            outbox.add(new PollAnswer(() -> answer(
                    all, resource, () -> ChannelBroadcaster.super.executeBlockingWrite(resource, deliver, count))));
        }
    }

    @Override
    protected void cacheAndSuspend(AtmosphereResource resource) {
        Clients all = Objects.requireNonNull(clients);
        Outbox outbox = all.outbox(resource.uuid());
        if (outbox != null && all.polls(resource) && keepsFor(resource.uuid())) {
            // Not by this thread: it holds the lock of the channel, and the client may not read.
            if (all.claims(resource)) {
                outbox.add(new PollAnswer(() -> answer(all, resource, () -> {
                    if (!checkCachedAndPush(resource, resource.getAtmosphereResourceEvent())) {
                        resource.resume();
                    }
                })));
            }
            return;
        }
        ReentrantLock lock = all.writingLock(resource.uuid());
        if (!locked(lock)) {
            all.onFailure(resource, "a write to it takes more than %d ms".formatted(WRITING_MILLIS));
            return;
        }
        try {
            super.cacheAndSuspend(resource);
            all.onWritten(resource);
        } finally {
            lock.unlock();
        }
    }

    private boolean keepsFor(String client) {
        if (!(getBroadcasterConfig().getBroadcasterCache() instanceof UUIDBroadcasterCache cache)) {
            return false;
        }
        Collection<?> kept = cache.messages().get(client);
        return kept != null && !kept.isEmpty();
    }

    private interface WriteAction {
        void write() throws InterruptedException;
    }

    // Writes to a poll. If the client has another poll by now, the messages stay in the cache.
    private static void answer(Clients all, AtmosphereResource poll, WriteAction writing) {
        locked(all, poll, () -> {
            if (all.awaits(poll)) {
                writing.write();
            }
        });
    }

    private static void locked(Clients all, AtmosphereResource resource, WriteAction writing) {
        ReentrantLock lock = all.writingLock(resource.uuid());
        lock.lock();
        try {
            writing.write();
            all.onWritten(resource);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The failure of one client must not keep the message from the clients after it.
            all.onFailure(resource, e.toString());
        } finally {
            lock.unlock();
        }
    }

    // A write that answers a poll. Dropping it loses nothing: messages stay in the cache until they are written.
    private record PollAnswer(Runnable writing) implements Outbox.Write {

        @Override
        public void write() {
            writing.run();
        }

        @Override
        public void dropped() {}
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
