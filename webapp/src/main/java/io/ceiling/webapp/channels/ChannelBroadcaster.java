package io.ceiling.webapp.channels;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Deliver;
import org.atmosphere.util.SimpleBroadcaster;
import org.jspecify.annotations.Nullable;

/**
 * A Broadcaster that delivers in the publisher's thread, one message at a time to each client whatever the channel.
 * Atmosphere 4 locks per Broadcaster, and two of them could otherwise answer the same poll. Public because Atmosphere
 * makes its instances.
 *
 * <p>A poll is ended here and not where its message is written: Atmosphere touches the request once more after the
 * writing, and a container that has the request back by then throws, in the middle of the list of subscribers.
 */
public final class ChannelBroadcaster extends SimpleBroadcaster {

    private @Nullable Clients clients;

    /** What a Broadcaster must know of those it writes to. */
    interface Clients {

        /** The lock of whoever writes to that client. */
        ReentrantLock writingLock(String client);

        /** The writing is over, the lock still held. */
        void written(AtmosphereResource resource);

        /** The writing failed in a way that Atmosphere does not expect. */
        void closed(AtmosphereResource resource);
    }

    void clients(Clients all) {
        clients = all;
    }

    @Override
    protected void executeBlockingWrite(AtmosphereResource resource, Deliver deliver, AtomicInteger count)
            throws InterruptedException {
        Clients all = Objects.requireNonNull(clients);
        ReentrantLock lock = all.writingLock(resource.uuid());
        lock.lock();
        try {
            super.executeBlockingWrite(resource, deliver, count);
            all.written(resource);
        } catch (RuntimeException e) {
            // One client that is gone must not keep the message from those after it.
            all.closed(resource);
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void cacheAndSuspend(AtmosphereResource resource) {
        Clients all = Objects.requireNonNull(clients);
        ReentrantLock lock = all.writingLock(resource.uuid());
        lock.lock();
        try {
            super.cacheAndSuspend(resource);
            all.written(resource);
        } finally {
            lock.unlock();
        }
    }
}
