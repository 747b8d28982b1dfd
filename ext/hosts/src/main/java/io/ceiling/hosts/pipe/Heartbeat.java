package io.ceiling.hosts.pipe;

import java.time.Duration;

/**
 * The heartbeat of both ends of a pipe.
 *
 * @param beat longest time after which an end sends something
 * @param silence time without a byte after which an end gives the other one up
 */
record Heartbeat(Duration beat, Duration silence) {

    static final Heartbeat DEFAULT = new Heartbeat(Duration.ofMillis(500), Duration.ofSeconds(3));
}
