package io.ceiling.webapp.channels;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.Json;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.atmosphere.cache.UUIDBroadcasterCache;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import org.jspecify.annotations.Nullable;

/**
 * One identifier and its Broadcaster. Thread-safe; how long publishing blocks is up to the Broadcaster.
 *
 * <p>Atmosphere keeps what it publishes for clients that are between two polls, but a message that is published while
 * such a client comes back can fall between the two. The lock makes publishing, coming and going exclude each other, and
 * so keeps the order of the messages as well.
 */
final class Channel {

    private final String identifier;
    private final Broadcaster broadcaster;
    private final Gauges gauges;
    /** Null if Atmosphere was given another cache. */
    private final @Nullable UUIDBroadcasterCache cache;

    private final ReentrantLock lock = new ReentrantLock();
    private long requests;
    private boolean closed;
    /** Subscribers that every message is due to; guarded by the lock. */
    private int recipients;
    /** Subscribers; guarded by the lock of this identifier in {@link Channels}. */
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

    /** A new subscriber, whose messages are kept from now on until {@link #deliverTo}. */
    void enter(String client) {
        locked(() -> {
            recipients++;
            keep(client);
        });
    }

    /** From now on the client's messages are kept until {@link #deliverTo}. */
    void keepFor(String client) {
        locked(() -> keep(client));
    }

    private void keep(String client) {
        if (cache != null) {
            cache.cacheCandidate(broadcaster.getID(), client);
        }
    }

    /** From now on messages go to this connection, first of all those that were kept. */
    void deliverTo(AtmosphereResource resource, Transport transport) {
        locked(() -> {
            broadcaster.addAtmosphereResource(resource);
            if (!transport.polls() && cache != null) {
                // The connection is all there is of this client: nothing is kept for a return.
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

    /** Sends a message to all subscribers; returns as {@link #publish(IntFunction, long)} does. */
    long publish(String elements, long nowMillis) {
        return publish(rest -> elements, nowMillis);
    }

    /**
     * Sends a message to all subscribers.
     *
     * @param elements the payload, for the number of bytes that the rest of the message takes
     * @return its number within this channel, 1 for the first; 0 if the last subscriber has just left
     */
    long publish(IntFunction<String> elements, long nowMillis) {
        lock.lock();
        try {
            if (closed) {
                return 0;
            }
            long request = ++requests;
            String before = "{\"request\":" + request + ",\"timestamp\":" + nowMillis + ",\"identifier\":"
                    + Json.quote(identifier) + ",\"elements\":";
            int rest = before.getBytes(StandardCharsets.UTF_8).length + "\"\"}".length();
            gauges.increment(Gauge.PUBLISHED);
            gauges.add(Gauge.DELIVERIES_DUE, recipients);
            // Nobody waits for the future: a Broadcaster that loses the message would never end it.
            Future<Object> ignored = broadcaster.broadcast(before + Json.quote(elements.apply(rest)) + "}");
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
