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
 * A Broadcaster that hands each message to the outbox of each subscriber, so that no client that does not read holds up
 * whoever publishes: one at a time to each client whatever the channel. Atmosphere 4 locks per Broadcaster, and two of them could
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

        /** The outbox of that client; null if it is not known, so that nothing is to be written. */
        @Nullable
        Outbox outbox(String client);

        /** Whether that connection is a poll, which one writing answers. */
        boolean polls(AtmosphereResource resource);

        /** Whether the caller is to answer that poll: the first who asks. */
        boolean claims(AtmosphereResource poll);

        /** Whether that poll is the one its client waits for, and unanswered; the lock is held. */
        boolean awaits(AtmosphereResource poll);

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
                    all.dropped();
                }
            });
        } else if (all.claims(resource)) {
            // What is published from now on is kept for the next poll.
            resources.remove(resource);
            outbox.add(new Answer(() -> answer(
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
                outbox.add(new Answer(() -> answer(all, resource, () -> {
                    if (!checkCachedAndPush(resource, resource.getAtmosphereResourceEvent())) {
                        resource.resume();
                    }
                })));
            }
            return;
        }
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

    private boolean keepsFor(String client) {
        if (!(getBroadcasterConfig().getBroadcasterCache() instanceof UUIDBroadcasterCache cache)) {
            return false;
        }
        Collection<?> kept = cache.messages().get(client);
        return kept != null && !kept.isEmpty();
    }

    private interface Writing {
        void write() throws InterruptedException;
    }

    /** Writes to a poll; if its client waits for another one by now, the messages stay in the cache. */
    private static void answer(Clients all, AtmosphereResource poll, Writing writing) {
        locked(all, poll, () -> {
            if (all.awaits(poll)) {
                writing.write();
            }
        });
    }

    private static void locked(Clients all, AtmosphereResource resource, Writing writing) {
        ReentrantLock lock = all.writingLock(resource.uuid());
        lock.lock();
        try {
            writing.write();
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

    /** What answers a poll. Nothing is lost with it: messages are in the cache until they are written. */
    private record Answer(Runnable writing) implements Outbox.Write {

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
