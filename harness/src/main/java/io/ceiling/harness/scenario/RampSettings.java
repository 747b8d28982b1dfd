package io.ceiling.harness.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a ramp: how connections are raised, and what a step must achieve.
 *
 * @param levels numbers of connections that are tried
 * @param rates intended pace of connections
 * @param times how long things take, or may take
 * @param memoryFloorBytes available memory of the host, in bytes, below which a ramp ends (at-least)
 * @param sourceAddresses number of local addresses that connections are opened from; empty for as many as the cap needs
 * @param publishing messages of a step of a workload that subscribes
 */
public record RampSettings(
        Levels levels,
        Rates rates,
        RampTimes times,
        long memoryFloorBytes,
        OptionalInt sourceAddresses,
        Publishing publishing) {

    /** Longest time for which every level is held. */
    public static final Duration LONGEST_HOLD = Duration.ofSeconds(5);

    private static final Duration SHORT_HOLD = Duration.ofSeconds(1);

    /**
     * The numbers of connections that are tried.
     *
     * @param startConnections connections of the first step
     * @param growth factor from one step to the next while all pass, greater than 1
     * @param tolerance largest distance between ceiling and first failure, as a share of the ceiling
     */
    public record Levels(int startConnections, double growth, double tolerance) {

        public Levels {
            if (startConnections < 1) {
                throw new IllegalArgumentException(
                        "start connections must be >= 1, was %d".formatted(startConnections));
            }
            if (!(growth > 1)) {
                throw new IllegalArgumentException("growth must be > 1, was %s".formatted(growth));
            }
            if (!(tolerance > 0 && tolerance < 1)) {
                throw new IllegalArgumentException("tolerance must be between 0 and 1, was %s".formatted(tolerance));
            }
        }
    }

    /**
     * The intended pace of connections.
     *
     * @param opensPerSecond intended connection starts per second
     * @param exchangesPerSecond intended requests per second in the round of exchanges that ends a step
     */
    public record Rates(double opensPerSecond, double exchangesPerSecond) {

        public Rates {
            if (!(opensPerSecond > 0) || !(exchangesPerSecond > 0)) {
                throw new IllegalArgumentException(
                        "rates must be > 0 per second, were %s and %s".formatted(opensPerSecond, exchangesPerSecond));
            }
        }

        Rates times(double factor) {
            return new Rates(opensPerSecond * factor, exchangesPerSecond * factor);
        }
    }

    /**
     * The times of a ramp.
     *
     * @param hold time for which a level is held before it is judged
     * @param slo time within which every answer of a step must come, from its intended start
     * @param stallTimeout time without progress after which a step, or a recursion, has failed
     * @param nullTime time for which the idle host is observed before a scenario; zero for none
     * @param sloGiven true if the user gave the SLO; false if it is a default; requests in flight then derive one from
     *     single requests
     */
    public record RampTimes(Duration hold, Duration slo, Duration stallTimeout, Duration nullTime, boolean sloGiven) {

        public RampTimes {
            if (hold.isNegative()
                    || nullTime.isNegative()
                    || slo.isNegative()
                    || slo.isZero()
                    || stallTimeout.isNegative()
                    || stallTimeout.isZero()) {
                throw new IllegalArgumentException(
                        "hold and null time must be >= 0, slo and stall timeout > 0, were %s, %s, %s and %s"
                                .formatted(hold, nullTime, slo, stallTimeout));
            }
        }
    }

    public Duration hold() {
        return times.hold();
    }

    public Duration slo() {
        return times.slo();
    }

    public Duration stallTimeout() {
        return times.stallTimeout();
    }

    public Duration nullTime() {
        return times.nullTime();
    }

    /** Returns a builder of a ramp with the default publishing and as many source addresses as the cap needs. */
    public static Builder builder(Levels levels, Rates rates) {
        return new Builder(levels, rates);
    }

    public Builder toBuilder() {
        return new Builder(levels, rates)
                .hold(hold())
                .slo(slo())
                .stallTimeout(stallTimeout())
                .nullTime(nullTime())
                .sloGiven(times.sloGiven())
                .memoryFloorBytes(memoryFloorBytes)
                .sourceAddresses(sourceAddresses)
                .publishing(publishing);
    }

    /** Returns the same ramp with other numbers of connections. */
    public RampSettings with(Levels other) {
        return new RampSettings(other, rates, times, memoryFloorBytes, sourceAddresses, publishing);
    }

    /**
     * Returns the same ramp for a ring of that many servers, with a multiple of the stall timeout: while one server
     * runs a collection the others see no progress, and the servers may do so one after the other.
     */
    public RampSettings forInstances(int instances) {
        return toBuilder().stallTimeout(stallTimeout().multipliedBy(instances)).build();
    }

    /** Returns the same ramp with an SLO of at least that time. */
    public RampSettings withMinSlo(Duration atLeast) {
        return slo().compareTo(atLeast) < 0 ? toBuilder().slo(atLeast).build() : this;
    }

    /**
     * Returns the same ramp with a hold for each level: a hold over {@link #LONGEST_HOLD} would stretch every level to
     * minutes.
     */
    public RampSettings withLevelHold() {
        return heldOnce().isEmpty() ? this : toBuilder().hold(SHORT_HOLD).build();
    }

    /**
     * Returns the time for which connections are held once, after the ramp; empty if every level is held for as long.
     */
    public Optional<Duration> heldOnce() {
        return hold().compareTo(LONGEST_HOLD) > 0 ? Optional.of(hold()) : Optional.empty();
    }

    /** Returns the same ramp with its pace halved that many times. */
    public RampSettings slower(int halvings) {
        return toBuilder().rates(rates.times(Math.pow(0.5, halvings))).build();
    }

    /** Collects the settings of a ramp; not thread-safe. */
    public static final class Builder {

        private final Levels levels;
        private Rates rates;
        private Duration hold = Duration.ZERO;
        private Duration slo = Duration.ofMillis(800);
        private Duration stallTimeout = Duration.ofSeconds(2);
        private Duration nullTime = Duration.ZERO;
        private boolean sloGiven;
        private long memoryFloorBytes;
        private OptionalInt sourceAddresses = OptionalInt.empty();
        private Publishing publishing = Publishing.DEFAULT;

        private Builder(Levels levels, Rates rates) {
            this.levels = levels;
            this.rates = rates;
        }

        public Builder rates(Rates value) {
            rates = value;
            return this;
        }

        public Builder hold(Duration value) {
            hold = value;
            return this;
        }

        public Builder slo(Duration value) {
            slo = value;
            return this;
        }

        public Builder stallTimeout(Duration value) {
            stallTimeout = value;
            return this;
        }

        public Builder nullTime(Duration value) {
            nullTime = value;
            return this;
        }

        public Builder sloGiven(boolean value) {
            sloGiven = value;
            return this;
        }

        public Builder memoryFloorBytes(long value) {
            memoryFloorBytes = value;
            return this;
        }

        public Builder sourceAddresses(OptionalInt value) {
            sourceAddresses = value;
            return this;
        }

        public Builder publishing(Publishing value) {
            publishing = value;
            return this;
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public RampSettings build() {
            return new RampSettings(
                    levels,
                    rates,
                    new RampTimes(hold, slo, stallTimeout, nullTime, sloGiven),
                    memoryFloorBytes,
                    sourceAddresses,
                    publishing);
        }
    }
}
