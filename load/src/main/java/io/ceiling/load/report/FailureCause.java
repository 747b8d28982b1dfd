package io.ceiling.load.report;

import java.util.Locale;

/** Cause for which a connection was not served, or was lost after it was served. */
public enum FailureCause {
    /** There was no answer to the SYN in time. */
    CONNECT_TIMEOUT,
    /** The connection was refused. */
    CONNECT_REFUSED,
    /** EADDRNOTAVAIL: no local port is left for this pair of addresses. */
    NO_LOCAL_PORT,
    /** EMFILE or ENFILE: the agent has no descriptor left. */
    NO_DESCRIPTOR,
    /** The connection was established, but there was no answer in time. */
    ANSWER_TIMEOUT,
    /** The status is not the expected one; the first such status line is kept. */
    UNEXPECTED_STATUS,
    /** The answer differs from the expected bytes. */
    WRONG_ANSWER,
    /** The server ended the connection before the answer was complete. */
    CLOSED_BEFORE_ANSWER,
    /** The server ended a connection that had been served and was meant to stay open. */
    CLOSED_WHILE_HELD,
    /** The web application ended a held request by itself, after its {@code ceiling.hold.seconds}. */
    HOLD_TIMED_OUT,
    /** Any other error; the first text is kept. */
    OTHER;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
