package io.ceiling.webapp.channels;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.RefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.atmosphere.cpr.AtmosphereResource;
import org.jspecify.annotations.Nullable;

/** All clients of the channels. Thread-safe. */
final class Subscribers implements ChannelBroadcaster.Clients {

    private static final Logger LOG = Logger.getLogger(Subscribers.class.getName());

    private final Map<String, Subscriber> subscribers = new ConcurrentHashMap<>();
    // Clients whose connection was lost. The reaper removes them, because the thread that notices the loss may hold
    // locks.
    private final BlockingQueue<Subscriber> lostSubscribers = new LinkedBlockingQueue<>();

    private final Channels channels;
    private final ChannelLimits limits;
    private final Gauges gauges;
    private final Writers writers;
    private final DepartedStreams departed;
    private final HeartbeatSchedule heartbeatSchedule;

    Subscribers(Channels channels, ChannelLimits limits, Gauges gauges, Writers writers, DepartedStreams departed) {
        this.channels = channels;
        this.limits = limits;
        this.gauges = gauges;
        this.writers = writers;
        this.departed = departed;
        this.heartbeatSchedule = new HeartbeatSchedule(limits.patience().heartbeat(), System.nanoTime());
    }

    @Nullable
    Subscriber find(String client) {
        return subscribers.get(client);
    }

    @Override
    public ReentrantLock writingLock(String client) {
        Subscriber subscriber = subscribers.get(client);
        return subscriber == null ? new ReentrantLock() : subscriber.writingLock();
    }

    @Override
    public @Nullable Outbox outbox(String client) {
        Subscriber subscriber = subscribers.get(client);
        return subscriber == null ? null : subscriber.outbox();
    }

    @Override
    public boolean polls(AtmosphereResource resource) {
        Subscriber.Connection currentConnection = connection(resource);
        if (currentConnection != null) {
            return currentConnection.transport().polls();
        }
        Subscriber subscriber = subscribers.get(resource.uuid());
        return subscriber != null && subscriber.polls();
    }

    @Override
    public boolean claims(AtmosphereResource poll) {
        Subscriber.Connection currentConnection = connection(poll);
        return currentConnection != null && currentConnection.claim();
    }

    @Override
    public boolean awaits(AtmosphereResource poll) {
        Subscriber.Connection currentConnection = connection(poll);
        return currentConnection != null && !currentConnection.isAnswered();
    }

    // Returns the connection of a resource if it is the current one of its client; else null.
    private Subscriber.@Nullable Connection connection(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        Subscriber.Connection currentConnection = subscriber == null ? null : subscriber.connection();
        return currentConnection == null || currentConnection.resource() != resource ? null : currentConnection;
    }

    @Override
    public void countDropped() {
        gauges.increment(Gauge.DELIVERIES_DROPPED);
    }

    /**
     * Subscribes a client; returns false if it was subscribed already.
     *
     * @throws RefusedException if a cap is reached
     */
    boolean subscribe(String client, String identifier) throws RefusedException {
        while (true) {
            switch (register(client).subscribe(identifier, channels, limits.perClient(), gauges)) {
                case ADDED -> {
                    return true;
                }
                case ALREADY_SUBSCRIBED -> {
                    return false;
                }
                case REMOVED -> Thread.onSpinWait();
            }
        }
    }

    void unsubscribe(String client, String identifier) {
        Subscriber subscriber = subscribers.get(client);
        if (subscriber != null) {
            subscriber.unsubscribe(identifier, channels, gauges);
        }
    }

    /**
     * Registers a client, which is forgotten unless it opens a connection.
     *
     * @throws RefusedException if the maximum number of clients is reached
     */
    void admit(String client) throws RefusedException {
        Subscriber ignored = register(client);
    }

    /**
     * Records a new, suspended connection of a client.
     *
     * @throws RefusedException if the maximum number of clients is reached
     */
    void addConnection(AtmosphereResource resource, Transport transport) throws RefusedException {
        register(resource.uuid()).setConnection(resource, transport, System.nanoTime());
    }

    /** Sends messages to a connection from now on. */
    void deliver(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        if (subscriber != null) {
            subscriber.deliver(resource);
        }
    }

    /** Ends a poll that has been answered. */
    @Override
    public void onWritten(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        Subscriber.Connection currentConnection = subscriber == null ? null : subscriber.connection();
        if (subscriber == null || currentConnection == null) {
            return;
        }
        if (currentConnection.resource() != resource) {
            // The client has polled again in the meantime, and the end of this poll was left to its writer.
            if (subscriber.polls()) {
                Subscriber.end(resource);
            }
        } else if (currentConnection.isAnswered()) {
            resource.resume();
        } else if (currentConnection.transport().polls() && !resource.isSuspended()) {
            onFailure(resource, "Atmosphere gave its request up");
        }
    }

    /**
     * Treats the client of a stream as disconnected; ends a poll, since its client would wait for ever for an answer
     * that cannot be written.
     */
    @Override
    public void onFailure(AtmosphereResource resource, String what) {
        LOG.log(Level.WARNING, "a connection of a channel failed: {0}", what);
        Subscriber subscriber = subscribers.get(resource.uuid());
        if (subscriber != null && subscriber.polls()) {
            Subscriber.end(resource);
        }
        onClosed(resource);
    }

    /** Records that a connection has ended. Takes no lock. */
    void onClosed(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        if (subscriber == null) {
            return;
        }
        if (subscriber.removeConnection(resource, System.nanoTime())) {
            resource.removeFromAllBroadcasters();
            lostSubscribers.add(subscriber);
            if (!subscriber.polls()) {
                departed.add(resource, System.nanoTime());
            }
        }
    }

    /** Sends text to the client of a connection, before any message of a channel. */
    void answer(AtmosphereResource resource, String text) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        Subscriber.Connection currentConnection = subscriber == null ? null : subscriber.connection();
        if (subscriber == null || currentConnection == null || currentConnection.resource() != resource) {
            return;
        }
        try {
            subscriber.write(currentConnection, text);
            onWritten(resource);
        } catch (IOException | RuntimeException e) {
            onClosed(resource);
        }
    }

    private Subscriber register(String client) throws RefusedException {
        if (subscribers.size() >= limits.clients() && !subscribers.containsKey(client)) {
            throw new RefusedException(
                    RefusedException.UNAVAILABLE,
                    "%d clients of channels are here, no more are allowed. Hint: raise ceiling.hold.cap"
                            .formatted(limits.clients()));
        }
        return subscribers.computeIfAbsent(client, key -> {
            gauges.increment(Gauge.CHANNEL_CLIENTS);
            return new Subscriber(key, System.nanoTime(), this::outboxOf);
        });
    }

    private Outbox outboxOf(Subscriber subscriber) {
        return new Outbox(writers, limits.outbox(), () -> disconnectSlow(subscriber));
    }

    // Closes the connection of a client that did not read while its outbox became full.
    private void disconnectSlow(Subscriber subscriber) {
        gauges.increment(Gauge.SLOW_CLIENTS);
        Subscriber.Connection currentConnection = subscriber.connection();
        if (currentConnection != null) {
            onClosed(currentConnection.resource());
            try {
                currentConnection.resource().close();
            } catch (IOException | RuntimeException e) {
                // The client has disconnected already, as intended.
            }
        }
    }

    /** Returns the queue of clients whose connection was lost, to be passed to {@link #handleLoss}. */
    BlockingQueue<Subscriber> lostSubscribers() {
        return lostSubscribers;
    }

    /** Handles the loss of a connection: a client that polls may return, others are removed. */
    void handleLoss(Subscriber subscriber) {
        if (subscriber.polls()) {
            subscriber.renew();
        } else {
            remove(subscriber);
        }
    }

    private void remove(Subscriber subscriber) {
        if (subscriber.connection() == null && subscribers.remove(subscriber.client(), subscriber)) {
            gauges.decrement(Gauge.CHANNEL_CLIENTS);
            subscriber.remove(channels, gauges);
        }
    }

    /**
     * Ends polls that lasted long enough, removes absent clients, and tests if the clients of streams are still
     * connected.
     */
    void sweep() {
        long now = System.nanoTime();
        departed.end(now);
        heartbeatSchedule.check(now);
        for (Subscriber subscriber : subscribers.values()) {
            Subscriber.Connection currentConnection = subscriber.connection();
            if (currentConnection == null) {
                if (now - subscriber.lastSeenNanos()
                        > limits.patience().absence().toNanos()) {
                    remove(subscriber);
                }
            } else if (currentConnection.transport().polls()) {
                if (now - currentConnection.sinceNanos()
                        > limits.patience().poll().toNanos()) {
                    subscriber.renew();
                    subscriber.end(currentConnection);
                }
            } else if (heartbeatSchedule.isDue(subscriber.client())
                    && currentConnection.transport().heartbeat().length > 0) {
                subscriber.outbox().add(heartbeatWrite(subscriber, currentConnection));
            }
        }
    }

    // Uses the outbox, because the thread that checks all clients must not wait for one that does not read.
    private Outbox.Write heartbeatWrite(Subscriber subscriber, Subscriber.Connection currentConnection) {
        return new Outbox.Write() {
            @Override
            public void write() {
                writeHeartbeat(subscriber, currentConnection);
            }

            @Override
            public void dropped() {
                // A dropped heartbeat is not counted; dropped messages are.
            }
        };
    }

    private void writeHeartbeat(Subscriber subscriber, Subscriber.Connection currentConnection) {
        try {
            subscriber.writeHeartbeat(currentConnection);
        } catch (IOException | RuntimeException e) {
            onClosed(currentConnection.resource());
        }
    }
}
