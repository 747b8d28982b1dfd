package io.ceiling.aftermath;

import io.ceiling.harness.reading.Observation;
import java.util.Locale;

/**
 * The outcome of one more client of a server at its ceiling.
 *
 * @param outcome what the client saw while the load was held
 * @param status HTTP status of an answer that is no success; empty if none came
 * @param afterNanos time from its start to the outcome, in ns: to the failure, the answer, or the connect of a client
 *     that is never served; not seen without any of these
 * @param laterOutcome outcome after the load was lowered
 */
public record NextClient(ClientOutcome outcome, String status, Observation afterNanos, LaterOutcome laterOutcome) {

    /** The outcomes, in the order in which they are listed. */
    public enum ClientOutcome {
        /** The server answered as to any other client. */
        SERVED("served"),
        /** The server's host answered the SYN with RST. */
        REFUSED("refused"),
        /** No answer to the SYN came, however often it was sent. */
        SILENT_DROP("silent drop"),
        /** The connection was established, by the kernel at least, and no answer came. */
        NEVER_SERVED("connected, never served"),
        /** The answer was an HTTP status other than the expected one. */
        HTTP_STATUS("HTTP status"),
        /** The connection was established, and ended with RST. */
        RESET("reset"),
        /** The connection was established, and ended with FIN before any answer. */
        CLOSED("closed"),
        /** This host had no port or no descriptor for the client, so that nothing is known about the server. */
        NO_CLIENT("no client"),
        /** Anything else. */
        OTHER("failed");

        private final String words;

        ClientOutcome(String words) {
            this.words = words;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns true if the client still waits, so that it may be served when the load is lowered. */
        public boolean isWaiting() {
            return this == SILENT_DROP || this == NEVER_SERVED;
        }
    }

    /**
     * The outcome of a client that was waiting when the load was lowered.
     *
     * @param waited true if it was waiting
     * @param servedNanos time from lowering the load until it was served, in ns; not seen if it was not served
     */
    public record LaterOutcome(boolean waited, Observation servedNanos) {

        /** A client whose outcome was known before the load was lowered. */
        public static final LaterOutcome KNOWN_BEFORE = new LaterOutcome(false, Observation.NOT_SEEN);
    }

    /** Returns the outcome in words, with the status if there is one. */
    public String description() {
        return status.isEmpty() ? outcome.words : "HTTP " + status;
    }

    /** Returns the outcome as one word, with the status if there is one. */
    public String label() {
        return status.isEmpty() ? outcome.label() : "http-" + status;
    }

    /** Returns the same client with its outcome after the load was lowered. */
    public NextClient withLaterOutcome(LaterOutcome end) {
        return new NextClient(outcome, status, afterNanos, end);
    }
}
