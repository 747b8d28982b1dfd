package io.ceiling.load.loop;

/**
 * Time-outs of a connection.
 *
 * @param connectNanos time for a TCP connect, in nanoseconds, > 0
 * @param answerNanos time for an answer, in nanoseconds from the intended start, > 0
 */
public record Timeouts(long connectNanos, long answerNanos) {

    public Timeouts {
        if (connectNanos <= 0 || answerNanos <= 0) {
            throw new IllegalArgumentException(
                    "timeouts must be > 0, were %d and %d ns".formatted(connectNanos, answerNanos));
        }
    }
}
