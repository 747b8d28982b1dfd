package io.ceiling.load.socket;

import io.ceiling.load.report.FailureCause;

/**
 * Thrown when a server's answer is not the expected one. Has no stack trace, since the cause is the server and not this
 * program.
 */
public final class AnswerException extends Exception {

    private static final long serialVersionUID = 1;

    private final FailureCause failure;

    public AnswerException(FailureCause failure, String text) {
        super(text, null, false, false);
        this.failure = failure;
    }

    public static AnswerException wrong(String text) {
        return new AnswerException(FailureCause.WRONG_ANSWER, text);
    }

    public FailureCause failure() {
        return failure;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
