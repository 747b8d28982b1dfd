package io.ceiling.webapp.channels;

import io.ceiling.webapp.Settings;
import java.time.Duration;

/**
 * Limits of the channels.
 *
 * @param clients maximum number of known clients, including those between two polls
 * @param channels maximum number of identifiers with a subscriber
 * @param perClient maximum number of identifiers of one client
 * @param messageBytes maximum length of a message in bytes
 * @param publishPerSecond maximum number of messages that all clients together publish in a second
 * @param patience times that the server waits for clients
 * @param outbox maximum number of messages that wait for one client to read
 * @param writers maximum number of threads that write to clients, including those that wait for a client to read
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
     * Times that the server waits for clients.
     *
     * @param poll duration of a long poll without a message
     * @param absence time for which a client without a connection is remembered
     * @param heartbeat interval at which a stream gets bytes without meaning, so that the loss of its client is
     *     noticed
     */
    record Patience(Duration poll, Duration absence, Duration heartbeat) {}

    static ChannelLimits of(Settings settings) {
        return new ChannelLimits(
                settings.number("ceiling.hold.cap", 1, 100_000_000),
                settings.number("ceiling.channels.cap", 1, 10_000_000),
                settings.number("ceiling.channels.per-client", 1, 10_000_000),
                settings.number("ceiling.channels.message-bytes", 64, 16_777_216),
                settings.number("ceiling.publish.per-second", 1, 10_000_000),
                new Patience(
                        Duration.ofMillis(settings.number("ceiling.channels.poll-ms", 100, 3_600_000)),
                        // Below ten minutes, after which Atmosphere's cache forgets a client with its messages.
                        Duration.ofMillis(settings.number("ceiling.channels.absence-ms", 1000, 300_000)),
                        Duration.ofMillis(settings.number("ceiling.channels.sign-of-life-ms", 100, 3_600_000))),
                settings.number("ceiling.channels.outbox", 1, 1_000_000),
                settings.number("ceiling.channels.writers", 1, 100_000));
    }
}
