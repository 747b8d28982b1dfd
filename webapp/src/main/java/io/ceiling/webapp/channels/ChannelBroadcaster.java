package io.ceiling.webapp.channels;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Deliver;
import org.atmosphere.util.SimpleBroadcaster;

/**
 * A Broadcaster that delivers in the publisher's thread, one message at a time to each client whatever the channel.
 * Atmosphere 4 locks per Broadcaster, and two of them could otherwise answer the same poll. Public because Atmosphere
 * makes its instances.
 */
public final class ChannelBroadcaster extends SimpleBroadcaster {

    private volatile Function<String, ReentrantLock> locks = client -> new ReentrantLock();

    /** Sets where to find a client's lock. */
    void locks(Function<String, ReentrantLock> byClient) {
        locks = byClient;
    }

    @Override
    protected void executeBlockingWrite(AtmosphereResource resource, Deliver deliver, AtomicInteger count)
            throws InterruptedException {
        ReentrantLock lock = locks.apply(resource.uuid());
        lock.lock();
        try {
            super.executeBlockingWrite(resource, deliver, count);
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void cacheAndSuspend(AtmosphereResource resource) {
        ReentrantLock lock = locks.apply(resource.uuid());
        lock.lock();
        try {
            super.cacheAndSuspend(resource);
        } finally {
            lock.unlock();
        }
    }
}
