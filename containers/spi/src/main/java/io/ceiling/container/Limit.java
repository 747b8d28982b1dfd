package io.ceiling.container;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * A limit of a server, of a process or of a host: a number, unlimited, the server's default, or not seen.
 *
 * <p>Immutable and thread-safe.
 */
public final class Limit {

    /** No limit. */
    public static final Limit UNLIMITED = new Limit(Kind.UNLIMITED, 0);

    /** No request: the server keeps its own limit. */
    public static final Limit DEFAULT = new Limit(Kind.DEFAULT, 0);

    /** A limit that could not be read. */
    public static final Limit NOT_SEEN = new Limit(Kind.NOT_SEEN, 0);

    private enum Kind {
        NUMBER(""),
        UNLIMITED("unlimited"),
        DEFAULT("default"),
        NOT_SEEN("");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    private final Kind kind;
    private final long value;

    private Limit(Kind kind, long value) {
        this.kind = kind;
        this.value = value;
    }

    /**
     * Returns a limit with this number.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public static Limit of(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("a limit must be >= 0, was %d".formatted(value));
        }
        return new Limit(Kind.NUMBER, value);
    }

    /** Returns a limit from a source in which a negative number means no limit. */
    public static Limit ofNegativeUnlimited(long value) {
        return value < 0 ? UNLIMITED : of(value);
    }

    /** Returns a limit from a source in which a negative number means that it could not be read. */
    public static Limit ofNegativeNotSeen(long value) {
        return value < 0 ? NOT_SEEN : of(value);
    }

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text is no limit
     */
    public static Limit parse(String text) {
        if (text.isEmpty()) {
            return NOT_SEEN;
        }
        if (text.equals(UNLIMITED.toString())) {
            return UNLIMITED;
        }
        if (text.equals(DEFAULT.toString())) {
            return DEFAULT;
        }
        try {
            return of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a limit must be a whole number, 'unlimited' or 'default', was '%s'".formatted(text), e);
        }
    }

    public boolean isNumber() {
        return kind == Kind.NUMBER;
    }

    public boolean isUnlimited() {
        return kind == Kind.UNLIMITED;
    }

    public boolean isDefault() {
        return kind == Kind.DEFAULT;
    }

    public boolean isSeen() {
        return kind != Kind.NOT_SEEN;
    }

    /** Returns the number; empty for every other kind of limit. */
    public OptionalLong number() {
        return isNumber() ? OptionalLong.of(value) : OptionalLong.empty();
    }

    public long orElse(long other) {
        return isNumber() ? value : other;
    }

    public void ifNumber(LongConsumer action) {
        number().ifPresent(action);
    }

    /**
     * Adds two limits. The sum is unlimited if one of them is. It is not seen if one was not seen or is the server's
     * default, whose number is unknown.
     */
    public Limit plus(Limit other) {
        if (isNumber() && other.isNumber()) {
            return of(value + other.value);
        }
        return isKnown() && other.isKnown() ? UNLIMITED : NOT_SEEN;
    }

    private boolean isKnown() {
        return isNumber() || isUnlimited();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Limit limit && limit.kind == kind && limit.value == value;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, value);
    }

    /** Returns the number, {@code unlimited}, {@code default}, or the empty string if the limit was not seen. */
    @Override
    public String toString() {
        return isNumber() ? Long.toString(value) : kind.label;
    }
}
