package io.ceiling.load.report;

import java.util.Locale;

/** Why a connection was not served, or stopped being so. */
public enum FailureCause {
    /** No answer to the SYN in time. */
    CONNECT_TIMEOUT,
    /** Connection refused. */
    CONNECT_REFUSED,
    /** EADDRNOTAVAIL: no local port left for this pair of addresses. */
    NO_LOCAL_PORT,
    /** EMFILE or ENFILE: the agent has no descriptor left. */
    NO_DESCRIPTOR,
    /** Connected, but no answer in time. */
    ANSWER_TIMEOUT,
    /** A status other than the expected one; the first such status line is kept. */
    UNEXPECTED_STATUS,
    /** An answer that differs from the expected bytes. */
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
