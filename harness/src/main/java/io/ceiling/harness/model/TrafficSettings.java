package io.ceiling.harness.model;

import java.time.Duration;
import java.util.Optional;

/**
 * What connections are to do while all of them are held: ask, and ask again after an idle time drawn evenly between two bounds.
 *
 * @param time for how long, once all are open
 * @param seed of the idle times and of what is asked
 * @param probe what asks beside them half-way through the time
 */
public record TrafficSettings(
        int connections, Duration minIdle, Duration maxIdle, Duration time, long seed, Optional<Probe> probe) {

    /**
     * A closed loop of its own, from a load agent of its own.
     *
     * @param requests answers after which it ends
     */
    public record Probe(int requests, int connections) {

        public Probe {
            if (requests < 1 || connections < 1) {
                throw new IllegalArgumentException(
                        "a probe has >= 1 requests and connections, had %d and %d".formatted(requests, connections));
            }
        }
    }

    public TrafficSettings {
        if (connections < 1) {
            throw new IllegalArgumentException("connections must be >= 1, were %d".formatted(connections));
        }
        if (minIdle.isZero() || minIdle.isNegative() || maxIdle.compareTo(minIdle) < 0) {
            throw new IllegalArgumentException("idle times must be 0 < min <= max, were %d ms..%d ms"
                    .formatted(minIdle.toMillis(), maxIdle.toMillis()));
        }
    }

    /** Requests in a second if answers took no time. */
    public double offeredPerSecond() {
        return connections / ((minIdle.toNanos() + maxIdle.toNanos()) / 2e9);
    }
}
