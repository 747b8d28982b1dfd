package io.ceiling.webapp;

import java.io.IOException;

/** What the next level did in place of answering; the message goes on after "level n ". */
final class LevelFailureException extends IOException {

    private static final long serialVersionUID = 1L;

    LevelFailureException(String whatItDid) {
        super(whatItDid);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        // Thousands of levels may fail at once, and the text alone is passed on.
        return this;
    }
}
