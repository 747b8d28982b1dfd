package io.ceiling.harness.run;

/** A scenario that could not be measured; the message is one line for its row. */
final class ScenarioNotRunException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ScenarioNotRunException(String message) {
        super(message);
    }
}
