package io.ceiling.load.link;

import org.jspecify.annotations.Nullable;

/** A numbered request or answer on the wire. Failures are sent as text, so that no exception is deserialized. */
sealed interface Envelope {

    /**
     * A request.
     *
     * @param number number of the request, which its answer repeats
     * @param request the request itself
     */
    record NumberedRequest(long number, Request<?> request) implements Envelope {}

    /**
     * The answer to a request.
     *
     * @param number number of the request
     * @param answer the answer; null if the request failed
     * @param failure reason of the failure; null if there is an answer
     */
    record NumberedAnswer(long number, @Nullable Object answer, @Nullable String failure) implements Envelope {}
}
