package io.ceiling.webapp.channels;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.RefusedException;
import java.io.IOException;
import java.util.LinkedHashMap;
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
    /** Clients whose connection was lost. Removed by the reaper, since whoever notices the loss may hold locks. */
    private final BlockingQueue<Subscriber> lost = new LinkedBlockingQueue<>();

    private final Channels channels;
    private final ChannelLimits limits;
    private final Gauges gauges;
    private final Writers writers;
    private final Departed departed;
    private long signOfLifeNanos = System.nanoTime();

    Subscribers(Channels channels, ChannelLimits limits, Gauges gauges, Writers writers, Departed departed) {
        this.channels = channels;
        this.limits = limits;
        this.gauges = gauges;
        this.writers = writers;
        this.departed = departed;
    }

    @Nullable
    Subscriber find(String client) {
        return subscribers.get(client);
    }

    @Override
    public ReentrantLock writingLock(String client) {
        Subscriber subscriber = subscribers.get(client);
        return subscriber == null ? new ReentrantLock() : subscriber.writing();
    }

    @Override
    public @Nullable Outbox outbox(String client) {
        Subscriber subscriber = subscribers.get(client);
        return subscriber == null ? null : subscriber.outbox();
    }

    @Override
    public boolean polls(AtmosphereResource resource) {
        Subscriber.Connection present = connection(resource);
        if (present != null) {
            return present.transport().polls();
        }
        Subscriber subscriber = subscribers.get(resource.uuid());
        return subscriber != null && subscriber.polls();
    }

    @Override
    public boolean claims(AtmosphereResource poll) {
        Subscriber.Connection present = connection(poll);
        return present != null && present.claim();
    }

    @Override
    public boolean awaits(AtmosphereResource poll) {
        Subscriber.Connection present = connection(poll);
        return present != null && !present.isAnswered();
    }

    /** That connection, if it is the present one of its client. */
    private Subscriber.@Nullable Connection connection(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        Subscriber.Connection present = subscriber == null ? null : subscriber.connection();
        return present == null || present.resource() != resource ? null : present;
    }

    @Override
    public void dropped() {
        gauges.increment(Gauge.DELIVERIES_DROPPED);
    }

    /** Subscribes a client; false if it was subscribed already. */
    boolean subscribe(String client, String identifier) throws RefusedException {
        while (true) {
            switch (register(client).subscribe(identifier, channels, limits.perClient(), gauges)) {
                case NOW -> {
                    return true;
                }
                case EARLIER -> {
                    return false;
                }
                case GONE -> Thread.onSpinWait();
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
     * Makes a client known, which has then to open a connection, or is forgotten.
     *
     * @throws RefusedException if no more clients are allowed
     */
    void admit(String client) throws RefusedException {
        Subscriber ignored = register(client);
    }

    /** Open connections now, by the label of their transport; a client between two polls has none. */
    Map<String, Integer> connections() {
        Map<String, Integer> open = new LinkedHashMap<>();
        for (Transport transport : Transport.values()) {
            open.put(transport.label(), 0);
        }
        for (Subscriber subscriber : subscribers.values()) {
            Subscriber.Connection present = subscriber.connection();
            if (present != null) {
                open.merge(present.transport().label(), 1, Integer::sum);
            }
        }
        return open;
    }

    /** A client has a new, suspended connection. */
    void opened(AtmosphereResource resource, Transport transport) throws RefusedException {
        register(resource.uuid()).opened(resource, transport, System.nanoTime());
    }

    /** Lets messages go to a connection that was opened. */
    void deliver(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        if (subscriber != null) {
            subscriber.deliver(resource);
        }
    }

    /** Ends a poll that has been answered. */
    @Override
    public void written(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        Subscriber.Connection present = subscriber == null ? null : subscriber.connection();
        if (subscriber == null || present == null) {
            return;
        }
        if (present.resource() != resource) {
            // Its client has asked anew meanwhile, and this one was left to whoever wrote to it.
            if (subscriber.polls()) {
                Subscriber.end(resource);
            }
        } else if (present.isAnswered()) {
            resource.resume();
        } else if (present.transport().polls() && !resource.isSuspended()) {
            failed(resource, "Atmosphere gave its request up");
        }
    }

    /** The client of a stream counts as gone; a poll is ended, since its client would wait for ever for what cannot be written. */
    @Override
    public void failed(AtmosphereResource resource, String what) {
        LOG.log(Level.WARNING, "a connection of a channel failed: {0}", what);
        Subscriber subscriber = subscribers.get(resource.uuid());
        if (subscriber != null && subscriber.polls()) {
            Subscriber.end(resource);
        }
        closed(resource);
    }

    /** A connection is no more. Takes no lock. */
    void closed(AtmosphereResource resource) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        if (subscriber == null) {
            return;
        }
        if (subscriber.closed(resource, System.nanoTime())) {
            resource.removeFromAllBroadcasters();
            lost.add(subscriber);
            if (!subscriber.polls()) {
                departed.add(resource, System.nanoTime());
            }
        }
    }

    /** Tells the client of that connection something, before any message of a channel. */
    void answer(AtmosphereResource resource, String text) {
        Subscriber subscriber = subscribers.get(resource.uuid());
        Subscriber.Connection present = subscriber == null ? null : subscriber.connection();
        if (subscriber == null || present == null || present.resource() != resource) {
            return;
        }
        try {
            subscriber.write(present, text);
            written(resource);
        } catch (IOException | RuntimeException e) {
            closed(resource);
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
        return new Outbox(writers, limits.outbox(), () -> tooSlow(subscriber));
    }

    /** Closes the connection of a client that did not read while more came than may wait for it. */
    private void tooSlow(Subscriber subscriber) {
        gauges.increment(Gauge.SLOW_CLIENTS);
        Subscriber.Connection present = subscriber.connection();
        if (present != null) {
            closed(present.resource());
            try {
                present.resource().close();
            } catch (IOException | RuntimeException e) {
                // It is gone already, which is what was wanted.
            }
        }
    }

    /** The next client whose connection was lost, for {@link #lose}. */
    BlockingQueue<Subscriber> lost() {
        return lost;
    }

    /** Looks after a client whose connection is no more: one that polls may come back, the others are forgotten. */
    void lose(Subscriber subscriber) {
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

    /** Ends polls that lasted long enough, forgets absent clients, and finds out which streams have nobody at the end. */
    void sweep() {
        long now = System.nanoTime();
        departed.end(now);
        boolean signOfLife =
                now - signOfLifeNanos > limits.patience().signOfLife().toNanos();
        if (signOfLife) {
            signOfLifeNanos = now;
        }
        for (Subscriber subscriber : subscribers.values()) {
            Subscriber.Connection present = subscriber.connection();
            if (present == null) {
                if (now - subscriber.lastSeenNanos()
                        > limits.patience().absence().toNanos()) {
                    remove(subscriber);
                }
            } else if (present.transport().polls()) {
                if (now - present.sinceNanos() > limits.patience().poll().toNanos()) {
                    subscriber.renew();
                    subscriber.end(present);
                }
            } else if (signOfLife && present.transport().signOfLife().length > 0) {
                subscriber.outbox().add(signOfLife(subscriber, present));
            }
        }
    }

    /** Through the outbox: whoever looks after all clients must not wait for one that does not read. */
    private Outbox.Write signOfLife(Subscriber subscriber, Subscriber.Connection present) {
        return new Outbox.Write() {
            @Override
            public void write() {
                writeSignOfLife(subscriber, present);
            }

            @Override
            public void dropped() {
                // Its messages are what is missed.
            }
        };
    }

    private void writeSignOfLife(Subscriber subscriber, Subscriber.Connection present) {
        try {
            subscriber.writeSignOfLife(present);
        } catch (IOException | RuntimeException e) {
            closed(present.resource());
        }
    }
}
