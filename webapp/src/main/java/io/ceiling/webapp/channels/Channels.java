package io.ceiling.webapp.channels;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.RefusedException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.atmosphere.cpr.Broadcaster;
import org.jspecify.annotations.Nullable;

/** The channels that have a subscriber; one without ceases to exist. Thread-safe. */
final class Channels {

    private static final int LOCKS = 256;

    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    /**
     * Whoever makes or removes a channel, or changes its members, holds the one of its identifier. The map's own monitors would have
     * others wait for a Broadcaster that is being made, and virtual threads up to a second longer.
     */
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    private final Function<String, Broadcaster> broadcasters;
    private final int cap;
    private final Gauges gauges;

    /**
     * No channels yet.
     *
     * @param broadcasters makes a new Broadcaster for an identifier
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

    /** The channel of that identifier, with one more member. */
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

    /** One member less; the last one closes the channel. */
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
