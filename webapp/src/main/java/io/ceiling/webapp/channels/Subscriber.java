package io.ceiling.webapp.channels;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.RefusedException;
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
 * One client by its tracking id: its channels and its present connection. Thread-safe.
 *
 * <p>Locks are taken in this order: membership, channel, writing. Whoever writes to the connection holds the last one,
 * so that messages of several channels do not mix and none is written to a poll that was already answered.
 */
final class Subscriber {

    /** A connection of this client. */
    static final class Connection {

        private final AtmosphereResource resource;
        private final Transport transport;
        private final long sinceNanos;
        /** Whether the thread that opened it is done with it, so that others may write to it and end it. */
        private volatile boolean receiving;
        /** Whether somebody is to answer this poll. */
        private final AtomicBoolean claimed = new AtomicBoolean();
        /** Whether a message was written to it, which ends a poll; guarded by writing. */
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

        /** True for the first who is to answer this poll. */
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

    /** What became of the wish to subscribe. */
    enum Subscribed {
        NOW,
        EARLIER,
        /** This client was removed meanwhile, and must be registered again. */
        GONE
    }

    private final String client;
    private final Outbox outbox;
    private final ReentrantLock membership = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private final Map<String, Channel> memberOf = new LinkedHashMap<>();
    private final AtomicReference<@Nullable Connection> connection = new AtomicReference<>();
    private volatile long lastSeenNanos;
    /** Whether this client polls, as far as is known: one that never had a connection may be about to. */
    private volatile boolean polls = true;

    private boolean gone;

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

    ReentrantLock writing() {
        return writing;
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

    /** Subscribes to that channel. */
    Subscribed subscribe(String identifier, Channels channels, int cap, Gauges gauges) throws RefusedException {
        membership.lock();
        try {
            if (gone) {
                return Subscribed.GONE;
            }
            if (memberOf.containsKey(identifier)) {
                return Subscribed.EARLIER;
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
            return Subscribed.NOW;
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

    /** The client has a new connection, which gets no message before {@link #deliver}. */
    void opened(AtmosphereResource resource, Transport transport, long nowNanos) {
        Connection before = connection.getAndSet(new Connection(resource, transport, nowNanos));
        lastSeenNanos = nowNanos;
        polls = transport.polls();
        if (before != null) {
            end(before);
        }
    }

    /** Lets the messages of all channels, kept ones first, go to that connection if it is still the present one. */
    void deliver(AtmosphereResource resource) {
        membership.lock();
        try {
            Connection present = connection.get();
            if (present == null || present.resource() != resource) {
                return;
            }
            present.receiving = true;
            List<Channel> all = new ArrayList<>(memberOf.values());
            if (present.transport().polls() && all.size() > 1) {
                // The first channel that kept something answers the poll; each gets its turn to be the first.
                Collections.rotate(all, (int) (present.sinceNanos() / 1000 % all.size()));
            }
            all.forEach(this::deliver);
        } finally {
            membership.unlock();
        }
    }

    private void deliver(Channel channel) {
        Connection present = connection.get();
        if (present != null && present.receiving) {
            channel.deliverTo(present.resource(), present.transport());
        }
    }

    /** That connection is no more; true if it was the present one. */
    boolean closed(AtmosphereResource resource, long nowNanos) {
        Connection present = connection.get();
        if (present == null || present.resource() != resource || !connection.compareAndSet(present, null)) {
            return false;
        }
        lastSeenNanos = nowNanos;
        return true;
    }

    /** Ends a poll without a message, so that the client asks again; or leaves that to whoever is writing to it. */
    void end(Connection old) {
        // Never waits: a client that does not read would hold up all others.
        if (!writing.tryLock()) {
            return;
        }
        try {
            end(old.resource());
        } finally {
            writing.unlock();
        }
    }

    /** Ends a poll, unless that was done before. */
    static void end(AtmosphereResource poll) {
        try {
            if (poll.isSuspended()) {
                // Atmosphere keeps no messages for a client whose request it closes.
                poll.resume();
            } else if (!poll.isResumed() && !poll.isCancelled()) {
                poll.close();
            }
        } catch (IOException | RuntimeException e) {
            // The container has ended it meanwhile.
        }
    }

    /** Writes what the client ignores; an exception tells that it is gone. */
    void writeSignOfLife(Connection present) throws IOException {
        writing.lock();
        try {
            if (connection.get() == present && present.receiving) {
                Wire.write(present.resource(), present.transport().signOfLife());
            }
        } finally {
            writing.unlock();
        }
    }

    /** Writes a message that is not one of a channel, which ends a poll as any other does. */
    void write(Connection present, String message) throws IOException {
        writing.lock();
        try {
            if (connection.get() == present && !present.isAnswered()) {
                Wire.write(present.resource(), present.transport(), List.of(message));
                present.answered();
            }
        } finally {
            writing.unlock();
        }
    }

    /** Tells the channels that this client is there, though it may have got no message for long. */
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
            gone = true;
            memberOf.forEach((identifier, channel) -> leave(identifier, channel, channels, gauges));
            memberOf.clear();
        } finally {
            membership.unlock();
        }
    }

    private void leave(String identifier, Channel channel, Channels channels, Gauges gauges) {
        Connection present = connection.get();
        channel.remove(client, present == null ? null : present.resource());
        channels.leave(identifier);
        gauges.decrement(Gauge.SUBSCRIPTIONS);
    }
}
