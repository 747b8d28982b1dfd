package io.ceiling.load.link;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What surrounds a request and its answer on their way. Failures travel as text, so that no exception is ever read. */
sealed interface Envelope extends Serializable {

    /** A request with its number, which its answer repeats. */
    record Asked(long number, Request<?> request) implements Envelope {
        private static final long serialVersionUID = 1;
    }

    /**
     * The answer to the request of that number.
     *
     * @param failure why there is none; null if there is one
     */
    record Answered(long number, @Nullable Serializable answer, @Nullable String failure) implements Envelope {
        private static final long serialVersionUID = 1;
    }
}
