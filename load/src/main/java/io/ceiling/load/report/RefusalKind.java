package io.ceiling.load.report;

import org.jspecify.annotations.Nullable;

/** The way in which a server refused a request or a connection, as its client saw it. */
public enum RefusalKind {
    HTTP_429("429"),
    HTTP_500("500"),
    HTTP_502("502"),
    HTTP_503("503"),
    HTTP_504("504"),
    HTTP_OTHER("another status"),
    /** The answer to the SYN was a RST. */
    SYN_RESET("RST in place of a connection"),
    /** The connection was established, and ended with a FIN before the answer. */
    CLOSED("FIN in place of an answer"),
    /** The connection was established, and ended with a RST before the answer. */
    RESET("RST in place of an answer"),
    /** A connection that had been served ended with a FIN. */
    HELD_CLOSED("FIN after an answer"),
    /** A connection that had been served ended with a RST. */
    HELD_RESET("RST after an answer");

    /** Text of a failure that ended with a FIN. */
    public static final String FIN = "the server closed the connection";

    private static final String STATUS_LINE = "HTTP/1.";

    private final String description;

    RefusalKind(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }

    /** Returns true if the server answered, with another status than the expected one. */
    public boolean isStatus() {
        return compareTo(HTTP_OTHER) <= 0;
    }

    /**
     * Returns the kind of a failure; null if it is no refusal.
     *
     * @param text text of the failure, with the status line if there is one
     */
    public static @Nullable RefusalKind of(FailureCause cause, String text) {
        boolean fin = text.startsWith(FIN);
        return switch (cause) {
            case UNEXPECTED_STATUS -> ofStatus(text);
            case CONNECT_REFUSED -> SYN_RESET;
            case CLOSED_BEFORE_ANSWER -> fin ? CLOSED : RESET;
            case CLOSED_WHILE_HELD -> fin ? HELD_CLOSED : HELD_RESET;
            default -> null;
        };
    }

    private static RefusalKind ofStatus(String text) {
        int line = text.indexOf(STATUS_LINE);
        int status = line + STATUS_LINE.length() + 2;
        for (RefusalKind kind : values()) {
            if (line >= 0 && kind.isStatus() && text.startsWith(kind.description, status)) {
                return kind;
            }
        }
        return HTTP_OTHER;
    }
}
