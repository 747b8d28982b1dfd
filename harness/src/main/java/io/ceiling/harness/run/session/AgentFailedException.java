package io.ceiling.harness.run.session;

import io.ceiling.load.link.LinkException;

/** A load agent that is gone or deaf; the counts of the others are worthless too. */
public final class AgentFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int passed;

    /** @param passed connections of the last step that passed before */
    public AgentFailedException(int passed, LinkException cause) {
        super(cause.getMessage(), cause);
        this.passed = passed;
    }

    public int passed() {
        return passed;
    }
}
