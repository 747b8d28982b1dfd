package io.ceiling.webapp.channels;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.atmosphere.cpr.AtmosphereResource;
import org.jspecify.annotations.Nullable;

/**
 * One client, identified by its tracking id, with its channels and its current connection. Thread-safe.
 *
 * <p>Locks are taken in this order: membership, channel, writing. The last one is held during a write to the
 * connection, so that messages of several channels do not mix and none is written to a poll that was already answered.
 */
final class Subscriber {

    /** A connection of this client. */
    static final class Connection {

        private final AtmosphereResource resource;
        private final Transport transport;
        private final long sinceNanos;
        // True if the thread that opened the connection is done with it, so that others may write to it and end it.
        private volatile boolean receiving;
        // True if a thread has claimed this poll and will answer it.
        private final AtomicBoolean claimed = new AtomicBoolean();
        // True if a message was written to this poll, which then ends; false for other transports. Guarded by
        // writing.
        private boolean answered;

        private Connection(AtmosphereResource resource, Transport transport, long sinceNanos) {
            this.resource = resource;
            this.transport = transport;
            this.sinceNanos = sinceNanos;
        }

        AtmosphereResource resource() {
            return resource;
        }

        Transport transport() {
            return transport;
        }

        long sinceNanos() {
            return sinceNanos;
        }

        /** Returns true for the first caller, who then answers this poll. */
        boolean claim() {
            return claimed.compareAndSet(false, true);
        }

        boolean isAnswered() {
            return answered;
        }

        void answered() {
            answered = transport.polls();
        }
    }

    /** Result of a subscription. */
    enum SubscribeResult {
        ADDED,
        ALREADY_SUBSCRIBED,
        /** The client was removed in the meantime and must be registered again. */
        REMOVED
    }

    private final String client;
    private final Outbox outbox;
    private final ReentrantLock membership = new ReentrantLock();
    private final ReentrantLock writingLock = new ReentrantLock();
    private final Map<String, Channel> memberOf = new LinkedHashMap<>();
    private final AtomicReference<@Nullable Connection> connection = new AtomicReference<>();
    private volatile long lastSeenNanos;
    // True if this client polls, as far as is known; a client that never had a connection may be about to poll.
    private volatile boolean polls = true;

    private boolean removed;

    Subscriber(String client, long nowNanos, Function<Subscriber, Outbox> outbox) {
        this.client = client;
        this.outbox = outbox.apply(this);
        this.lastSeenNanos = nowNanos;
    }

    String client() {
        return client;
    }

    Outbox outbox() {
        return outbox;
    }

    ReentrantLock writingLock() {
        return writingLock;
    }

    @Nullable
    Connection connection() {
        return connection.get();
    }

    boolean polls() {
        return polls;
    }

    long lastSeenNanos() {
        return lastSeenNanos;
    }

    /**
     * Subscribes to a channel.
     *
     * @throws RefusedException if the maximum number of channels or of identifiers per client is reached
     */
    SubscribeResult subscribe(String identifier, Channels channels, int cap, Gauges gauges) throws RefusedException {
        membership.lock();
        try {
            if (removed) {
                return SubscribeResult.REMOVED;
            }
            if (memberOf.containsKey(identifier)) {
                return SubscribeResult.ALREADY_SUBSCRIBED;
            }
            if (memberOf.size() >= cap) {
                throw new RefusedException(
                        RefusedException.UNAVAILABLE,
                        "this client has %d identifiers, no more are allowed. Hint: raise ceiling.channels.per-client"
                                .formatted(cap));
            }
            Channel channel = channels.join(identifier);
            memberOf.put(identifier, channel);
            gauges.increment(Gauge.SUBSCRIPTIONS);
            channel.enter(client);
            deliver(channel);
            return SubscribeResult.ADDED;
        } finally {
            membership.unlock();
        }
    }

    void unsubscribe(String identifier, Channels channels, Gauges gauges) {
        membership.lock();
        try {
            Channel channel = memberOf.remove(identifier);
            if (channel != null) {
                leave(identifier, channel, channels, gauges);
            }
        } finally {
            membership.unlock();
        }
    }

    /** Sets the client's new connection, which gets no message before {@link #deliver}, and ends the previous one. */
    void setConnection(AtmosphereResource resource, Transport transport, long nowNanos) {
        Connection before = connection.getAndSet(new Connection(resource, transport, nowNanos));
        lastSeenNanos = nowNanos;
        polls = transport.polls();
        if (before != null) {
            end(before);
        }
    }

    /** Sends the messages of all channels to this connection, kept ones first, if it is still the current one. */
    void deliver(AtmosphereResource resource) {
        membership.lock();
        try {
            Connection currentConnection = connection.get();
            if (currentConnection == null || currentConnection.resource() != resource) {
                return;
            }
            currentConnection.receiving = true;
            List<Channel> all = new ArrayList<>(memberOf.values());
            if (currentConnection.transport().polls() && all.size() > 1) {
                // The first channel that kept a message answers the poll, so the channels take turns in being the
                // first.
                Collections.rotate(all, (int) (currentConnection.sinceNanos() / 1000 % all.size()));
            }
            all.forEach(this::deliver);
        } finally {
            membership.unlock();
        }
    }

    private void deliver(Channel channel) {
        Connection currentConnection = connection.get();
        if (currentConnection != null && currentConnection.receiving) {
            channel.deliverTo(currentConnection.resource(), currentConnection.transport());
        }
    }

    /** Removes a connection that has ended; returns true if it was the current one. */
    boolean removeConnection(AtmosphereResource resource, long nowNanos) {
        Connection currentConnection = connection.get();
        if (currentConnection == null
                || currentConnection.resource() != resource
                || !connection.compareAndSet(currentConnection, null)) {
            return false;
        }
        lastSeenNanos = nowNanos;
        return true;
    }

    /**
     * Ends a poll without a message, so that the client polls again. If another thread is writing to it, that thread
     * ends it.
     */
    void end(Connection old) {
        // Never waits: a client that does not read would delay all others.
        if (!writingLock.tryLock()) {
            return;
        }
        try {
            end(old.resource());
        } finally {
            writingLock.unlock();
        }
    }

    /** Ends a poll, unless it was ended before. */
    static void end(AtmosphereResource poll) {
        try {
            if (poll.isSuspended()) {
                // Not closed, because Atmosphere keeps no messages for a client whose request it closes.
                poll.resume();
            } else if (!poll.isResumed() && !poll.isCancelled()) {
                poll.close();
            }
        } catch (IOException | RuntimeException e) {
            // The container has ended it in the meantime.
        }
    }

    /** Writes bytes that the client ignores; an exception shows that the client has disconnected. */
    void writeHeartbeat(Connection currentConnection) throws IOException {
        writingLock.lock();
        try {
            if (connection.get() == currentConnection && currentConnection.receiving) {
                ConnectionWriter.write(
                        currentConnection.resource(),
                        currentConnection.transport().heartbeat());
            }
        } finally {
            writingLock.unlock();
        }
    }

    /** Writes a message that does not belong to a channel; like any other, it ends a poll. */
    void write(Connection currentConnection, String message) throws IOException {
        writingLock.lock();
        try {
            if (connection.get() == currentConnection && !currentConnection.isAnswered()) {
                ConnectionWriter.write(currentConnection.resource(), currentConnection.transport(), List.of(message));
                currentConnection.answered();
            }
        } finally {
            writingLock.unlock();
        }
    }

    /** Keeps the messages of all channels for this client, which may not have received one for a long time. */
    void renew() {
        membership.lock();
        try {
            memberOf.values().forEach(channel -> channel.keepFor(client));
        } finally {
            membership.unlock();
        }
    }

    /** Leaves all channels for good. */
    void remove(Channels channels, Gauges gauges) {
        membership.lock();
        try {
            removed = true;
            memberOf.forEach((identifier, channel) -> leave(identifier, channel, channels, gauges));
            memberOf.clear();
        } finally {
            membership.unlock();
        }
    }

    private void leave(String identifier, Channel channel, Channels channels, Gauges gauges) {
        Connection currentConnection = connection.get();
        channel.remove(client, currentConnection == null ? null : currentConnection.resource());
        channels.leave(identifier);
        gauges.decrement(Gauge.SUBSCRIPTIONS);
    }
}
