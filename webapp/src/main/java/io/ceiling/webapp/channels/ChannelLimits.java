package io.ceiling.webapp.channels;

import io.ceiling.webapp.Settings;
import java.time.Duration;

/**
 * How much the channels take in.
 *
 * @param clients known at once, those between two polls included
 * @param channels identifiers with a subscriber, at once
 * @param perClient identifiers of one client, at once
 * @param publishPerSecond messages that all clients together publish
 * @param outbox messages that may wait for one client to read
 * @param writers threads that write to clients, those included that wait for a client to read
 */
record ChannelLimits(
        int clients,
        int channels,
        int perClient,
        int messageBytes,
        int publishPerSecond,
        Patience patience,
        int outbox,
        int writers) {

    /**
     * How long the server waits for clients.
     *
     * @param poll how long a long poll without a message lasts
     * @param absence how long a client without a connection is remembered
     * @param signOfLife how often a stream gets bytes that mean nothing, so that a client that is gone is noticed
     */
    record Patience(Duration poll, Duration absence, Duration signOfLife) {}

    static ChannelLimits of(Settings settings) {
        return new ChannelLimits(
                settings.number("ceiling.hold.cap", 1, 100_000_000),
                settings.number("ceiling.channels.cap", 1, 10_000_000),
                settings.number("ceiling.channels.per-client", 1, 10_000_000),
                settings.number("ceiling.channels.message-bytes", 64, 16_777_216),
                settings.number("ceiling.publish.per-second", 1, 10_000_000),
                new Patience(
                        Duration.ofMillis(settings.number("ceiling.channels.poll-ms", 100, 3_600_000)),
                        // Atmosphere's cache would forget a client after ten minutes, messages included.
                        Duration.ofMillis(settings.number("ceiling.channels.absence-ms", 1000, 300_000)),
                        Duration.ofMillis(settings.number("ceiling.channels.sign-of-life-ms", 100, 3_600_000))),
                settings.number("ceiling.channels.outbox", 1, 1_000_000),
                settings.number("ceiling.channels.writers", 1, 100_000));
    }
}
