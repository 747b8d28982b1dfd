package io.ceiling.harness.model;

import java.time.Duration;

/**
 * How connections are raised and what a step demands.
 *
 * @param startConnections of the first step
 * @param growth factor from one step to the next while all pass, > 1
 * @param tolerance ceiling and first failure may lie this far apart, as a share of the ceiling
 * @param hold how long a level is held before it is judged
 * @param slo every answer of a step comes within this time, from its intended start
 * @param opensPerSecond intended rate of connection starts
 * @param exchangesPerSecond intended rate of the round of exchanges that ends a step
 * @param stallTimeout a step, or a recursion, without any progress for this long has failed
 * @param memoryFloorBytes a ramp ends (at-least) before the host has less memory available than this
 * @param sourceAddresses local addresses that connections are opened from; 0 for as many as the cap asks for
 * @param publishing what the server does in a step of a broadcast workload
 */
public record RampSettings(
        int startConnections,
        double growth,
        double tolerance,
        Duration hold,
        Duration slo,
        double opensPerSecond,
        double exchangesPerSecond,
        Duration stallTimeout,
        long memoryFloorBytes,
        int sourceAddresses,
        Publishing publishing) {

    public RampSettings {
        if (startConnections < 1) {
            throw new IllegalArgumentException("start connections must be >= 1, was %d".formatted(startConnections));
        }
        if (!(growth > 1)) {
            throw new IllegalArgumentException("growth must be > 1, was %s".formatted(growth));
        }
        if (!(tolerance > 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance must be between 0 and 1, was %s".formatted(tolerance));
        }
        if (hold.isNegative()
                || slo.isNegative()
                || slo.isZero()
                || stallTimeout.isNegative()
                || stallTimeout.isZero()) {
            throw new IllegalArgumentException("hold must be >= 0, slo and stall timeout > 0, were %s, %s and %s"
                    .formatted(hold, slo, stallTimeout));
        }
        if (!(opensPerSecond > 0) || !(exchangesPerSecond > 0)) {
            throw new IllegalArgumentException(
                    "rates must be > 0 per second, were %s and %s".formatted(opensPerSecond, exchangesPerSecond));
        }
    }

    /** Where messages are published, the usual ones. */
    public RampSettings(
            int startConnections,
            double growth,
            double tolerance,
            Duration hold,
            Duration slo,
            double opensPerSecond,
            double exchangesPerSecond,
            Duration stallTimeout,
            long memoryFloorBytes,
            int sourceAddresses) {
        this(
                startConnections,
                growth,
                tolerance,
                hold,
                slo,
                opensPerSecond,
                exchangesPerSecond,
                stallTimeout,
                memoryFloorBytes,
                sourceAddresses,
                Publishing.USUAL);
    }

    /**
     * The same for a ring of so many servers: while one of them collects its garbage the others see nothing move, and one
     * after the other may do so.
     */
    public RampSettings forInstances(int instances) {
        return new RampSettings(
                startConnections,
                growth,
                tolerance,
                hold,
                slo,
                opensPerSecond,
                exchangesPerSecond,
                stallTimeout.multipliedBy(instances),
                memoryFloorBytes,
                sourceAddresses,
                publishing);
    }

    /** Returns the same ramp with more time for each answer, at least that much. */
    public RampSettings patient(Duration atLeast) {
        return new RampSettings(
                startConnections,
                growth,
                tolerance,
                hold,
                slo.compareTo(atLeast) < 0 ? atLeast : slo,
                opensPerSecond,
                exchangesPerSecond,
                stallTimeout,
                memoryFloorBytes,
                sourceAddresses,
                publishing);
    }

    /** Returns the same ramp at half the pace, so many times: connections are opened and asked less often. */
    public RampSettings slower(int halvings) {
        double pace = Math.pow(0.5, halvings);
        return new RampSettings(
                startConnections,
                growth,
                tolerance,
                hold,
                slo,
                opensPerSecond * pace,
                exchangesPerSecond * pace,
                stallTimeout,
                memoryFloorBytes,
                sourceAddresses,
                publishing);
    }

    /** The same with connections from so many local addresses. */
    public RampSettings fromAddresses(int addresses) {
        return new RampSettings(
                startConnections,
                growth,
                tolerance,
                hold,
                slo,
                opensPerSecond,
                exchangesPerSecond,
                stallTimeout,
                memoryFloorBytes,
                addresses,
                publishing);
    }

    /** The same with other messages. */
    public RampSettings publishing(Publishing other) {
        return new RampSettings(
                startConnections,
                growth,
                tolerance,
                hold,
                slo,
                opensPerSecond,
                exchangesPerSecond,
                stallTimeout,
                memoryFloorBytes,
                sourceAddresses,
                other);
    }
}
