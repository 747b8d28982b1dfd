package io.ceiling.webapp.channels;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.RefusedException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.atmosphere.cpr.Broadcaster;
import org.jspecify.annotations.Nullable;

/** The channels that have a subscriber; the last subscriber that leaves closes a channel. Thread-safe. */
final class Channels {

    private static final int LOCKS = 256;

    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    // Locks by identifier, held to create or remove a channel and to change its members. The map's own monitors would
    // make other threads wait for the creation of a Broadcaster, and virtual threads up to a second longer.
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    private final Function<String, Broadcaster> broadcasters;
    private final int cap;
    private final Gauges gauges;

    /**
     * Creates the registry, without channels.
     *
     * @param broadcasters creates a Broadcaster for an identifier
     * @param cap maximum number of channels
     */
    Channels(Function<String, Broadcaster> broadcasters, int cap, Gauges gauges) {
        this.broadcasters = broadcasters;
        this.cap = cap;
        this.gauges = gauges;
        Arrays.setAll(locks, i -> new ReentrantLock());
    }

    @Nullable
    Channel find(String identifier) {
        return channels.get(identifier);
    }

    /**
     * Returns the channel with this identifier after adding a member; opens it if necessary.
     *
     * @throws RefusedException if the maximum number of channels is open
     */
    Channel join(String identifier) throws RefusedException {
        if (channels.size() >= cap && !channels.containsKey(identifier)) {
            throw new RefusedException(
                    RefusedException.UNAVAILABLE,
                    "%d identifiers are in use, no more are allowed. Hint: raise ceiling.channels.cap".formatted(cap));
        }
        ReentrantLock lock = lockOf(identifier);
        lock.lock();
        try {
            Channel channel = channels.get(identifier);
            if (channel == null) {
                channel = open(identifier);
                channels.put(identifier, channel);
            }
            channel.addMember();
            return channel;
        } finally {
            lock.unlock();
        }
    }

    private ReentrantLock lockOf(String identifier) {
        return locks[Math.floorMod(identifier.hashCode(), locks.length)];
    }

    private Channel open(String identifier) {
        Channel channel = new Channel(identifier, broadcasters.apply(identifier), gauges);
        gauges.increment(Gauge.CHANNELS);
        return channel;
    }

    /** Removes a member; the last one closes the channel. */
    void leave(String identifier) {
        ReentrantLock lock = lockOf(identifier);
        Channel empty = null;
        lock.lock();
        try {
            Channel channel = channels.get(identifier);
            if (channel != null && channel.removeMember() == 0) {
                empty = channel;
                channels.remove(identifier);
            }
        } finally {
            lock.unlock();
        }
        if (empty != null) {
            gauges.decrement(Gauge.CHANNELS);
            empty.close();
        }
    }
}
