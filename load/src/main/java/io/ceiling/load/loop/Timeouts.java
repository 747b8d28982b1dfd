package io.ceiling.load.loop;

import java.io.Serializable;

/**
 * How long a connection waits before it fails.
 *
 * @param connectNanos for a TCP connect
 * @param answerNanos for an answer, from the intended start
 */
public record Timeouts(long connectNanos, long answerNanos) implements Serializable {

    private static final long serialVersionUID = 1;

    public Timeouts {
        if (connectNanos <= 0 || answerNanos <= 0) {
            throw new IllegalArgumentException(
                    "timeouts must be > 0, were %d and %d ns".formatted(connectNanos, answerNanos));
        }
    }
}
