package io.ceiling.harness.engine.session;

/** Thrown when a scenario could not be measured; the message is one line for its row. */
public final class ScenarioNotRunException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ScenarioNotRunException(String message) {
        super(message);
    }
}
