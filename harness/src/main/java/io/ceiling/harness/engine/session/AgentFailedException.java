package io.ceiling.harness.engine.session;

import io.ceiling.load.link.LinkException;

/** Thrown when a load agent is gone or does not answer; the counts of the other agents are worthless then. */
public final class AgentFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int passed;

    /**
     * Creates the exception.
     *
     * @param passed connections of the last step that passed before
     */
    public AgentFailedException(int passed, LinkException cause) {
        super(cause.getMessage(), cause);
        this.passed = passed;
    }

    public int passed() {
        return passed;
    }
}
