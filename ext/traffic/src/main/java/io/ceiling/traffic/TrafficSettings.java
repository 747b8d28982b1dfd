package io.ceiling.traffic;

import java.time.Duration;
import java.util.Optional;

/**
 * The traffic over held connections: each sends a request, and the next after an idle time drawn uniformly between two
 * bounds.
 *
 * @param connections number of connections
 * @param minIdle shortest idle time
 * @param maxIdle longest idle time
 * @param time time of the traffic, once all connections are open
 * @param seed seed of the idle times and of the requests
 * @param probe closed loop during the traffic, half-way through the time; empty for none
 */
record TrafficSettings(
        int connections, Duration minIdle, Duration maxIdle, Duration time, long seed, Optional<Probe> probe) {

    /**
     * A closed loop from a load agent of its own.
     *
     * @param requests number of answers after which it ends
     * @param connections number of connections
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

    /** Returns the requests per second that the connections would send if answers took no time. */
    public double offeredPerSecond() {
        return connections / ((minIdle.toNanos() + maxIdle.toNanos()) / 2e9);
    }

    /** Returns the settings of the same connections at another rate: all idle times are changed by one factor. */
    public TrafficSettings withRate(double perSecond) {
        double factor = offeredPerSecond() / perSecond;
        return new TrafficSettings(connections, scaled(minIdle, factor), scaled(maxIdle, factor), time, seed, probe);
    }

    private static Duration scaled(Duration idle, double factor) {
        return Duration.ofNanos(Math.max(1, Math.round(idle.toNanos() * factor)));
    }
}
