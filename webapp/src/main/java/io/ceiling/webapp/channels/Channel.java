package io.ceiling.webapp.channels;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.PublishedMessage;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.atmosphere.cache.UUIDBroadcasterCache;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import org.jspecify.annotations.Nullable;

/**
 * One channel: an identifier and its Broadcaster. Thread-safe; how long publishing blocks depends on the Broadcaster.
 *
 * <p>Atmosphere keeps published messages for clients that are between two polls, but a message that is published at the
 * moment at which such a client returns can be lost. The lock makes publishing, joining and leaving exclude each other,
 * and so also keeps the order of the messages.
 */
final class Channel {

    private final String identifier;
    private final Broadcaster broadcaster;
    private final Gauges gauges;
    // The cache of Atmosphere's messages; null if Atmosphere is configured with another cache.
    private final @Nullable UUIDBroadcasterCache cache;

    private final ReentrantLock lock = new ReentrantLock();
    private long lastNumber;
    private boolean closed;
    // Number of subscribers that every message is due to; guarded by the lock.
    private int recipients;
    // Number of subscribers; guarded by the lock of this identifier in Channels.
    private int members;

    Channel(String identifier, Broadcaster broadcaster, Gauges gauges) {
        this.identifier = identifier;
        this.broadcaster = broadcaster;
        this.gauges = gauges;
        this.cache = broadcaster.getBroadcasterConfig().getBroadcasterCache() instanceof UUIDBroadcasterCache keeping
                ? keeping
                : null;
    }

    int addMember() {
        return ++members;
    }

    int removeMember() {
        return --members;
    }

    /** Adds a subscriber, whose messages are kept from now on until {@link #deliverTo}. */
    void enter(String client) {
        locked(() -> {
            recipients++;
            keep(client);
        });
    }

    /** Keeps the client's messages from now on until {@link #deliverTo}. */
    void keepFor(String client) {
        locked(() -> keep(client));
    }

    private void keep(String client) {
        if (cache != null) {
            cache.cacheCandidate(broadcaster.getID(), client);
        }
    }

    /** Sends messages to this connection from now on, first of all those that were kept. */
    void deliverTo(AtmosphereResource resource, Transport transport) {
        locked(() -> {
            broadcaster.addAtmosphereResource(resource);
            if (!transport.polls() && cache != null) {
                // The client has no other connection: nothing is kept for its return.
                cache.activeClients().remove(resource.uuid());
            }
        });
    }

    void remove(String client, @Nullable AtmosphereResource resource) {
        locked(() -> {
            recipients--;
            if (resource != null) {
                broadcaster.removeAtmosphereResource(resource);
            }
            if (cache != null) {
                cache.activeClients().remove(client);
                cache.messages().remove(client);
            }
        });
    }

    /** Sends a message to all subscribers; returns the same as {@link #publish(IntFunction, long)}. */
    long publish(String elements, long nowMillis) {
        return publish(rest -> elements, nowMillis);
    }

    /**
     * Sends a message to all subscribers.
     *
     * @param elements returns the payload, given the number of bytes of the rest of the message
     * @param nowMillis time of the message in milliseconds since the epoch
     * @return number of the message within this channel, 1 for the first; 0 if the last subscriber has just left
     */
    long publish(IntFunction<String> elements, long nowMillis) {
        lock.lock();
        try {
            if (closed) {
                return 0;
            }
            long request = ++lastNumber;
            gauges.increment(Gauge.PUBLISHED);
            gauges.add(Gauge.DELIVERIES_DUE, recipients);
            // The future is not awaited: if a Broadcaster loses the message, the future never completes.
            Future<Object> ignored =
                    broadcaster.broadcast(PublishedMessage.text(request, nowMillis, identifier, elements));
            return request;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        locked(() -> {
            closed = true;
            broadcaster.destroy();
        });
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
