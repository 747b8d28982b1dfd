package io.ceiling.webapp.channels;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.RefusedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.atmosphere.cpr.Broadcaster;
import org.jspecify.annotations.Nullable;

/** The channels that have a subscriber; one without ceases to exist. Thread-safe. */
final class Channels {

    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
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
        return channels.compute(identifier, (key, present) -> {
            Channel channel = present == null ? open(key) : present;
            channel.addMember();
            return channel;
        });
    }

    private Channel open(String identifier) {
        Channel channel = new Channel(identifier, broadcasters.apply(identifier), gauges);
        gauges.increment(Gauge.CHANNELS);
        return channel;
    }

    /** One member less; the last one closes the channel. */
    void leave(String identifier) {
        Channel[] empty = new Channel[1];
        channels.computeIfPresent(identifier, (key, channel) -> {
            if (channel.removeMember() > 0) {
                return channel;
            }
            empty[0] = channel;
            return null;
        });
        if (empty[0] != null) {
            gauges.decrement(Gauge.CHANNELS);
            empty[0].close();
        }
    }
}
