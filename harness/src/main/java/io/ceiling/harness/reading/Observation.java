package io.ceiling.harness.reading;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A figure that was read, or that could not be read.
 *
 * <p>A sum or difference is not seen if one of its figures was not. Immutable and thread-safe.
 */
public final class Observation {

    /** A figure that could not be read. */
    public static final Observation NOT_SEEN = new Observation(OptionalLong.empty());

    private final OptionalLong value;

    private Observation(OptionalLong value) {
        this.value = value;
    }

    public static Observation of(long value) {
        return new Observation(OptionalLong.of(value));
    }

    /** Returns the figure of a reader that reports a negative number if it could not read. */
    public static Observation ofNegativeNotSeen(long value) {
        return value < 0 ? NOT_SEEN : of(value);
    }

    public boolean isSeen() {
        return value.isPresent();
    }

    /** Returns the figure; empty if it was not seen. */
    public OptionalLong value() {
        return value;
    }

    /** Returns the figure as a point of a line has it; empty if it was not seen. */
    public OptionalDouble asDouble() {
        return isSeen() ? OptionalDouble.of((double) value.getAsLong()) : OptionalDouble.empty();
    }

    public long orElse(long other) {
        return value.orElse(other);
    }

    /** Returns the sum; not seen if one of the two was not. */
    public Observation plus(Observation other) {
        return isSeen() && other.isSeen() ? of(value.getAsLong() + other.value.getAsLong()) : NOT_SEEN;
    }

    /** Returns the growth of the figure since the given one; not seen if one of the two was not. */
    public Observation since(Observation before) {
        return isSeen() && before.isSeen() ? of(value.getAsLong() - before.value.getAsLong()) : NOT_SEEN;
    }

    public boolean isAtLeast(long least) {
        return isSeen() && value.getAsLong() >= least;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Observation seen && seen.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return isSeen() ? Long.toString(value.getAsLong()) : "";
    }
}
