package io.ceiling.webapp.recursion;

import java.io.IOException;

/** Thrown when the next level did not answer as expected; the message continues "level n ". */
final class LevelFailureException extends IOException {

    private static final long serialVersionUID = 1L;

    LevelFailureException(String whatItDid) {
        super(whatItDid);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        // Thousands of levels may fail at once, and only the text is passed on.
        return this;
    }
}
