package io.ceiling.harness.engine.session;

import io.ceiling.harness.scenario.LimitingFactor;

/** Thrown when a scenario could not be measured; the message is one line for its row. */
public final class ScenarioNotRunException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final LimitingFactor factor;

    public ScenarioNotRunException(String message) {
        this(LimitingFactor.UNKNOWN, message);
    }

    public ScenarioNotRunException(LimitingFactor factor, String message) {
        super(message);
        this.factor = factor;
    }

    /** Returns why nothing was measured; {@code UNKNOWN} if that is no state of the server. */
    public LimitingFactor factor() {
        return factor;
    }
}
