package io.ceiling.load;

import java.io.Serializable;

/**
 * The lengths of the bodies that KEEP_ALIVE asks for, drawn evenly between the two.
 *
 * @param minBytes shortest body
 * @param maxBytes longest body
 */
public record BodyLengths(int minBytes, int maxBytes) implements Serializable {

    private static final long serialVersionUID = 1;

    public BodyLengths {
        if (minBytes < 1 || maxBytes < minBytes) {
            throw new IllegalArgumentException(
                    "body bytes must be 1 <= min <= max, were %d..%d".formatted(minBytes, maxBytes));
        }
    }
}
