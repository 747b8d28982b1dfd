package io.ceiling.webapp.channels;

import io.ceiling.webapp.Json;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.atmosphere.cache.UUIDBroadcasterCache;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import org.jspecify.annotations.Nullable;

/**
 * One identifier and its Broadcaster. Thread-safe; publishing blocks while a subscriber's socket takes no more.
 *
 * <p>Atmosphere keeps what it publishes for clients that are between two polls, but a message that is published while
 * such a client comes back can fall between the two. The lock makes publishing, coming and going exclude each other, and
 * so keeps the order of the messages as well.
 */
final class Channel {

    private final String identifier;
    private final Broadcaster broadcaster;
    private final UUIDBroadcasterCache cache;
    private final ReentrantLock lock = new ReentrantLock();
    private long requests;
    private boolean closed;
    /** Subscribers; guarded by the map that this channel is in. */
    private int members;

    Channel(String identifier, Broadcaster broadcaster) {
        this.identifier = identifier;
        this.broadcaster = broadcaster;
        this.cache = (UUIDBroadcasterCache) broadcaster.getBroadcasterConfig().getBroadcasterCache();
    }

    int addMember() {
        return ++members;
    }

    int removeMember() {
        return --members;
    }

    /** From now on the client's messages are kept until {@link #deliverTo}. */
    void keepFor(String client) {
        locked(() -> cache.cacheCandidate(broadcaster.getID(), client));
    }

    /** From now on messages go to this connection, first of all those that were kept. */
    void deliverTo(AtmosphereResource resource, Transport transport) {
        locked(() -> {
            broadcaster.addAtmosphereResource(resource);
            if (!transport.polls()) {
                // The connection is all there is of this client: nothing is kept for a return.
                cache.activeClients().remove(resource.uuid());
            }
        });
    }

    void remove(String client, @Nullable AtmosphereResource resource) {
        locked(() -> {
            if (resource != null) {
                broadcaster.removeAtmosphereResource(resource);
            }
            cache.activeClients().remove(client);
            cache.messages().remove(client);
        });
    }

    /**
     * Sends a message to all subscribers.
     *
     * @return its number within this channel, 1 for the first; 0 if the last subscriber has just left
     */
    long publish(String elements, long nowMillis) {
        lock.lock();
        try {
            if (closed) {
                return 0;
            }
            long request = ++requests;
            // Delivered when this returns; the future is done already.
            Future<Object> ignored = broadcaster.broadcast("{\"request\":" + request + ",\"timestamp\":" + nowMillis
                    + ",\"identifier\":" + Json.quote(identifier) + ",\"elements\":" + Json.quote(elements) + "}");
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
