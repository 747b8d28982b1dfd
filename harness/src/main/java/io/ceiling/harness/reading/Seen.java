package io.ceiling.harness.reading;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A figure that was read, or that could not be read.
 *
 * <p>A sum or difference is not seen if one of its figures was not. Immutable and thread-safe.
 */
public final class Seen {

    /** A figure that could not be read. */
    public static final Seen NOT = new Seen(OptionalLong.empty());

    private final OptionalLong value;

    private Seen(OptionalLong value) {
        this.value = value;
    }

    public static Seen of(long value) {
        return new Seen(OptionalLong.of(value));
    }

    /** Returns the figure of a reader that reports a negative number if it could not read. */
    public static Seen ofNegativeNot(long value) {
        return value < 0 ? NOT : of(value);
    }

    public boolean isSeen() {
        return value.isPresent();
    }

    /** Returns the figure; empty if it was not seen. */
    public OptionalLong value() {
        return value;
    }

    /** Returns the figure as a point of a line has it; empty if it was not seen. */
    public OptionalDouble number() {
        return isSeen() ? OptionalDouble.of((double) value.getAsLong()) : OptionalDouble.empty();
    }

    public long orElse(long other) {
        return value.orElse(other);
    }

    /** Returns the sum; not seen if one of the two was not. */
    public Seen plus(Seen other) {
        return isSeen() && other.isSeen() ? of(value.getAsLong() + other.value.getAsLong()) : NOT;
    }

    /** Returns the growth of the figure since the given one; not seen if one of the two was not. */
    public Seen since(Seen before) {
        return isSeen() && before.isSeen() ? of(value.getAsLong() - before.value.getAsLong()) : NOT;
    }

    public boolean isAtLeast(long least) {
        return isSeen() && value.getAsLong() >= least;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Seen seen && seen.value.equals(value);
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
